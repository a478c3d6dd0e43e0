import { type MouseEvent, type ReactNode, useCallback, useMemo, useRef, useState } from 'react';
import type { Segment } from '../../../../contract/analysis/segment.ts';
import type { Moment } from '../../../../contract/search/moments.ts';
import { hasTranslation } from '../../../../core/transcript/translated.ts';
import { ContextMenu } from '../../../ui/controls/context-menu.tsx';
import type { MenuEntry } from '../../../ui/controls/menu.tsx';
import { dragMoments } from '../../../ui/lib/moment-drag.ts';
import { useShortcuts } from '../../../ui/lib/shortcuts.ts';
import { position, useFormats } from '../../../ui/lib/use-formats.ts';
import { type Range, usePlayer } from '../player/player-store.ts';
import { FIND_ID, FindBar } from './find-bar.tsx';
import { lineMenu } from './line-menu.ts';
import { markedWords, momentAt } from './moment-marks.ts';
import { LOW_CONFIDENCE, ParagraphRow } from './paragraph-row.tsx';
import { SelectionToolbar, selectedWords, type WordRange } from './selection-toolbar.tsx';
import { SpeakerDialog } from './speaker-dialog.tsx';
import { useTranscriptText } from './text.ts';
import styles from './transcript.module.css';
import { TranscriptFooter } from './transcript-footer.tsx';
import { buildTranscript, type Transcript } from './transcript-model.ts';
import { useFind } from './use-find.ts';
import { useFollowPlayback } from './use-follow-playback.ts';
import { useLineEditor } from './use-line-editor.ts';
import { useSpeakerNaming } from './use-speaker-naming.ts';
import { useTranscriptEdits } from './use-transcript-edits.ts';
import { useTranscriptRows } from './use-transcript-rows.ts';
import { useWordActions } from './use-word-actions.ts';
import { useWordCursor } from './use-word-cursor.ts';
import { momentOf, rangeOf, splitBefore } from './word-actions.ts';

export interface TranscriptViewProps {
  jobId: string;
  /** Findings of the module `transcription`, in time order. */
  segments: readonly Segment[];
  /** Findings of the module `chapters`, in time order; a paragraph ends where one begins. */
  chapters: readonly Segment[];
  onAsk(range: Range): void;
  /** Marks words as a moment. */
  onMark(range: Range): void;
  /** Moments of the video, whose words are underlined. */
  moments: readonly Moment[];
  /** Gives a moment the times of words. */
  onTrim(moment: Moment, range: Range): void;
  /** Shown without a transcript. */
  empty: ReactNode;
}

/** Id of the element that takes the keyboard. */
export const TRANSCRIPT_ID = 'transcript';

/** Transcript beside the player: follows playback, searches, selects, and edits. */
export function TranscriptView(props: TranscriptViewProps) {
  return props.segments.length === 0 ? props.empty : <LoadedTranscript {...props} />;
}

function LoadedTranscript({ jobId, segments, chapters, moments, onAsk, onMark, onTrim }: TranscriptViewProps) {
  const t = useTranscriptText();
  const formats = useFormats();
  const player = usePlayer();
  const container = useRef<HTMLDivElement>(null);
  const scroller = useRef<HTMLDivElement>(null);
  const list = useRef<HTMLDivElement>(null);
  const editedIndex = useRef(-1);
  const transcript = useMemo(() => buildTranscript(segments, chapters), [segments, chapters]);
  const { paragraphs, lines, starts, lineOf, paragraphOf } = transcript;
  const marks = useMemo(() => markedWords(transcript, moments), [transcript, moments]);
  const edits = useTranscriptEdits(jobId);
  const { rows, showWord, stopScrolling } = useTranscriptRows(transcript, scroller, list, editedIndex);
  const { isFollowing, setFollowing, hold } = useFollowPlayback(list, transcript, showWord);
  const stopFollowing = () => {
    stopScrolling();
    setFollowing(false);
  };
  const focusList = () => scroller.current?.focus({ preventScroll: true });

  const editor = useLineEditor({ transcript, edits, focusList });
  const editedLine = editor.editing ? lines.find(({ segment }) => segment.id === editor.editing!.segmentId) : undefined;
  editedIndex.current = editedLine ? paragraphOf[editedLine.firstWord]! : -1;
  const edit = (word: number) => {
    const line = lines[lineOf[word]!];
    if (!line) return;
    setFollowing(false);
    const { start, end } = line.words[word - line.firstWord]!;
    editor.open(line.segment.id, { start, end });
  };
  const seek = (word: number) => {
    player.seek(starts[word]!);
    cursor.setWord(word);
    setFollowing(true);
  };
  const cursor = useWordCursor(transcript, list, {
    showWord,
    onMove: () => setFollowing(false),
    onSeek: seek,
    onEdit: edit,
    onScroll: stopFollowing,
  });
  const find = useFind({
    transcript,
    edits,
    topParagraph: () => rows.getVirtualItemForOffset(scroller.current?.scrollTop ?? 0)?.index ?? 0,
    onMatch: (word) => {
      setFollowing(false);
      requestAnimationFrame(() => showWord(word));
    },
  });
  useShortcuts({
    'mod+f': () => {
      const field = document.getElementById(FIND_ID);
      if (field instanceof HTMLInputElement) field.select();
    },
    'mod+shift+z': edits.redo,
    'mod+y': edits.redo,
  });

  const canTranslate = useMemo(() => hasTranslation(segments), [segments]);
  const [isTranslationShown, setTranslationShown] = useState(true);
  const lowWords = useMemo(() => wordsOfLowConfidence(transcript), [transcript]);
  const confidenceText = useCallback(
    (confidence: number) => t('low.confidence', { percent: formats.percent(confidence) }),
    [t, formats],
  );

  const focusSpeaker = (index: number) =>
    scroller.current?.querySelector<HTMLElement>(`[data-speaker="${index}"]`)?.focus({ preventScroll: true });
  const naming = useSpeakerNaming(jobId, edits, focusSpeaker);
  const actions = useWordActions({ jobId, onAsk, onMark }, transcript, edits, naming.setSpoken);
  const onClick = ({ target, detail }: MouseEvent) => {
    if (!(target instanceof HTMLElement) || detail > 1 || getSelection()?.isCollapsed === false) return;
    const word = dataOf(target, 'word');
    const time = dataOf(target, 'seek');
    const speaker = dataOf(target, 'speaker');
    hold();
    if (speaker !== undefined) {
      setFollowing(false);
      naming.open(paragraphs[speaker]!);
    } else if (word !== undefined) seek(word);
    else if (time !== undefined) {
      player.seek(time);
      setFollowing(true);
    }
  };
  const onDoubleClick = ({ target }: MouseEvent) => {
    const word = target instanceof HTMLElement ? dataOf(target, 'word') : undefined;
    if (word !== undefined) edit(word);
  };
  const lineMenuAt = (target: Element): MenuEntry[] => {
    const word = dataOf(target, 'word');
    const line = word === undefined ? undefined : lines[lineOf[word]!];
    if (word === undefined || !line) return [];
    const words = { first: line.firstWord, last: line.firstWord + line.words.length - 1 };
    return lineMenu(
      {
        onPlay: () => seek(word),
        onCopy: () => actions.onCopy(words),
        onAsk: () => actions.onAsk(words),
        onMark: () => actions.onMark(words),
        onStory: () => actions.onStory(words),
        onClip: () => actions.onClip(words),
        onEdit: () => edit(word),
        onSplit: splitBefore(transcript, edits, word),
        onSpeaker: () => actions.onSpeaker(words),
      },
      t,
    );
  };

  return (
    <div ref={container} className={styles.transcript}>
      <FindBar
        find={find}
        edits={edits}
        lowCount={lowWords.length}
        isTranslated={canTranslate ? isTranslationShown : undefined}
        setTranslated={setTranslationShown}
        onNextLow={() => {
          setFollowing(false);
          cursor.goTo(lowWords.find((word) => word > cursor.word) ?? lowWords[0]!);
          focusList();
        }}
      />
      {/* biome-ignore lint/a11y/useSemanticElements: a scrolling part of the page with its own keys */}
      <div
        ref={scroller}
        id={TRANSCRIPT_ID}
        role="region"
        aria-label={t('label')}
        aria-describedby="transcript-help"
        // biome-ignore lint/a11y/noNoninteractiveTabindex: the keyboard moves through its words
        tabIndex={0}
        className={styles.scroller}
        onWheel={stopFollowing}
        onTouchMove={stopFollowing}
        onPointerDown={(event) => event.target === event.currentTarget && stopFollowing()}
        onKeyDown={cursor.onKeyDown}
      >
        <ContextMenu label={t('menu.label')} entriesAt={lineMenuAt}>
          {/* biome-ignore lint/a11y/useKeyWithClickEvents: the keyboard moves through the words of the list above */}
          {/* biome-ignore lint/a11y/noStaticElementInteractions: one handler for thousands of words */}
          <div
            ref={list}
            className={styles.list}
            style={{ height: rows.getTotalSize() }}
            onClick={onClick}
            onDoubleClick={onDoubleClick}
            onDragStart={(event) => {
              const words = list.current && selectedWords(list.current);
              if (words) dragMoments(event, [momentOf(jobId, transcript, words)]);
            }}
          >
            {rows.getVirtualItems().map((row) => {
              const paragraph = paragraphs[row.index]!;
              return (
                <div
                  key={row.key}
                  ref={rows.measureElement}
                  data-index={row.index}
                  className={styles.item}
                  style={{ transform: `translateY(${row.start}px)` }}
                >
                  <ParagraphRow
                    paragraph={paragraph}
                    matches={find.matchesByParagraph.get(row.index)}
                    currentMatch={find.match?.paragraph === row.index ? find.match : undefined}
                    editor={editedIndex.current === row.index ? editor.props : undefined}
                    naming={naming.fieldOf(paragraph)}
                    marks={marks.get(row.index)}
                    editedLabel={t('edited')}
                    isTranslated={canTranslate && isTranslationShown}
                    confidenceText={confidenceText}
                  />
                </div>
              );
            })}
          </div>
        </ContextMenu>
      </div>
      <SelectionToolbar
        list={list}
        container={container}
        onClip={actions.onClip}
        onMark={deselecting(actions.onMark)}
        onStory={deselecting(actions.onStory)}
        onCopy={actions.onCopy}
        onAsk={deselecting(actions.onAsk)}
        onSpeaker={deselecting(actions.onSpeaker)}
        trimmed={(words) => momentAt(moments, rangeOf(transcript, words))}
        onTrim={(moment, words) => deselecting(() => onTrim(moment, rangeOf(transcript, words)))(words)}
        splitAt={({ first }) => splitBefore(transcript, edits, first)}
        onEdit={deselecting(({ first }) => edit(first))}
      />
      {naming.spoken && (
        <SpeakerDialog
          jobId={jobId}
          edits={edits}
          spoken={naming.spoken}
          onAssign={naming.assign}
          onClose={() => naming.setSpoken(null)}
        />
      )}
      <TranscriptFooter
        isEditing={editor.editing !== null}
        isFollowing={isFollowing}
        onSplit={() => editor.split.current?.()}
        onFollow={() => setFollowing(true)}
      />
      <p id="transcript-help" className="visually-hidden">
        {t('help')}
      </p>
      <span className="visually-hidden" aria-live="polite">
        {cursor.word >= 0 && readAloud(transcript, cursor.word)}
      </span>
    </div>
  );
}

/** Indexes of words that the recognizer was unsure about. */
function wordsOfLowConfidence({ lines }: Transcript): number[] {
  return lines.flatMap(({ words, firstWord }) =>
    words.flatMap(({ confidence }, i) => ((confidence ?? 1) < LOW_CONFIDENCE ? [firstWord + i] : [])),
  );
}

/** Text and time of a word, for screen readers; undefined if the transcript has fewer words. */
function readAloud({ lines, lineOf }: Transcript, index: number): string | undefined {
  const line = lines[lineOf[index]!];
  const word = line?.words[index - line.firstWord];
  return word && `${line.segment.content.slice(word.start, word.end)}, ${position(word.from)}`;
}

/** A number that the element or one around it has in a `data-` attribute. */
function dataOf(target: Element, name: string): number | undefined {
  const value = target.closest<HTMLElement>(`[data-${name}]`)?.dataset[name];
  return value === undefined ? undefined : Number(value);
}

/** The same action, which ends the selection first. */
function deselecting(act: (words: WordRange) => void): (words: WordRange) => void {
  return (words) => {
    getSelection()?.removeAllRanges();
    act(words);
  };
}
