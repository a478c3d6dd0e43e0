import { ArrowDownToLine, ListEnd } from 'lucide-react';
import { type MouseEvent, type ReactNode, useCallback, useMemo, useRef, useState } from 'react';
import type { Segment } from '../../../../contract/analysis/segment.ts';
import type { Moment } from '../../../../contract/search/moments.ts';
import { hasTranslation } from '../../../../core/transcript/translated.ts';
import { queries } from '../../../api/queries.ts';
import { invalidate } from '../../../api/query-client.ts';
import { Button } from '../../../ui/controls/button.tsx';
import { ContextMenu } from '../../../ui/controls/context-menu.tsx';
import type { MenuEntry } from '../../../ui/controls/menu.tsx';
import { toast } from '../../../ui/feedback/toast.tsx';
import { dragMoments } from '../../../ui/lib/moment-drag.ts';
import { openOverlay } from '../../../ui/lib/overlays.ts';
import { useShortcuts } from '../../../ui/lib/shortcuts.ts';
import { position, useFormats } from '../../../ui/lib/use-formats.ts';
import { type Range, usePlayer } from '../player/player-store.ts';
import { FIND_ID, FindBar } from './find-bar.tsx';
import { lineMenu } from './line-menu.ts';
import { markedWords, momentAt } from './moment-marks.ts';
import { LOW_CONFIDENCE, ParagraphRow } from './paragraph-row.tsx';
import { SelectionToolbar, selectedWords, type WordRange } from './selection-toolbar.tsx';
import { SpeakerDialog, type SpokenLines } from './speaker-dialog.tsx';
import type { SpeakerNameProps } from './speaker-name.tsx';
import { useTranscriptText } from './text.ts';
import styles from './transcript.module.css';
import { buildTranscript, type Paragraph } from './transcript-model.ts';
import { useFind } from './use-find.ts';
import { useFollowPlayback } from './use-follow-playback.ts';
import { useLineEditor } from './use-line-editor.ts';
import { useTranscriptEdits } from './use-transcript-edits.ts';
import { useTranscriptRows } from './use-transcript-rows.ts';
import { useWordCursor } from './use-word-cursor.ts';
import { copyLines, isolateWords, momentOf, openClip, rangeOf, splitBefore } from './word-actions.ts';

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
    'mod+z': edits.undo,
    'mod+shift+z': edits.redo,
    'mod+y': edits.redo,
  });

  const canTranslate = useMemo(() => hasTranslation(segments), [segments]);
  const [isTranslationShown, setTranslationShown] = useState(true);
  const lowWords = useMemo(
    () =>
      lines.flatMap(({ words, firstWord }) =>
        words.flatMap(({ confidence }, i) => ((confidence ?? 1) < LOW_CONFIDENCE ? [firstWord + i] : [])),
      ),
    [lines],
  );
  const confidenceText = useCallback(
    (confidence: number) => t('low.confidence', { percent: formats.percent(confidence) }),
    [t, formats],
  );

  const [spoken, setSpoken] = useState<SpokenLines | null>(null);
  /** Key of the paragraph whose speaker is being named. */
  const [namingKey, setNamingKey] = useState<string | null>(null);
  const showSpeaker = ({ speakerId, lines: own }: Paragraph) =>
    setSpoken({ speakerId, segmentIds: own.map(({ segment }) => segment.id) });
  const namingOf = (paragraph: Paragraph): SpeakerNameProps | undefined => {
    const { key, speakerId, speaker } = paragraph;
    if (key !== namingKey || speakerId === undefined || speaker === undefined) return undefined;
    const onClose = (isByKey: boolean) => {
      setNamingKey(null);
      if (isByKey) focusList();
    };
    return { jobId, speakerId, speaker, edits, onMore: () => showSpeaker(paragraph), onClose };
  };
  const assign = (segmentIds: readonly string[], speakerId: string) =>
    void edits
      .apply(segmentIds.map((segment_id) => ({ type: 'speaker', segment_id, speaker_id: speakerId })))
      .then(() => invalidate(queries.speakers(jobId).queryKey));

  const actions = {
    onClip: (words: WordRange) => openClip(jobId, transcript, words),
    onMark: (words: WordRange) => onMark(rangeOf(transcript, words)),
    onStory: (words: WordRange) => openOverlay({ kind: 'add-to-story', moments: [momentOf(jobId, transcript, words)] }),
    onCopy: (words: WordRange) =>
      void copyLines(transcript, words, formats.speaker).then(() => toast(t('selection.copied'))),
    onAsk: (words: WordRange) => onAsk(rangeOf(transcript, words)),
    onSpeaker: (words: WordRange) =>
      void isolateWords(transcript, edits, words).then((isolated) => isolated && setSpoken(isolated)),
  };
  const onClick = ({ target, detail }: MouseEvent) => {
    if (!(target instanceof HTMLElement) || detail > 1 || getSelection()?.isCollapsed === false) return;
    const word = dataOf(target, 'word');
    const time = dataOf(target, 'seek');
    const speaker = dataOf(target, 'speaker');
    hold();
    if (speaker !== undefined) {
      setFollowing(false);
      const paragraph = paragraphs[speaker]!;
      if (paragraph.speakerId === undefined) showSpeaker(paragraph);
      else setNamingKey(paragraph.key);
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
  const cursorLine = cursor.word >= 0 ? lines[lineOf[cursor.word]!] : undefined;
  const cursorWord = cursorLine?.words[cursor.word - cursorLine.firstWord];

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
                    naming={namingOf(paragraph)}
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
      {spoken && (
        <SpeakerDialog jobId={jobId} edits={edits} spoken={spoken} onAssign={assign} onClose={() => setSpoken(null)} />
      )}
      {editor.editing ? (
        <div className={styles.help}>
          <p id="transcript-edit-help">{t('edit.help')}</p>
          {/* Keeps the caret, at which the line is split. */}
          <Button
            size="small"
            icon={ListEnd}
            onPointerDown={(event) => event.preventDefault()}
            onClick={() => editor.split.current?.()}
          >
            {t('edit.split')}
          </Button>
        </div>
      ) : (
        !isFollowing && (
          <div className={styles.resume}>
            <Button size="small" icon={ArrowDownToLine} onClick={() => setFollowing(true)}>
              {t('follow')}
            </Button>
          </div>
        )
      )}
      <p id="transcript-help" className="visually-hidden">
        {t('help')}
      </p>
      <span className="visually-hidden" aria-live="polite">
        {cursorWord &&
          `${cursorLine.segment.content.slice(cursorWord.start, cursorWord.end)}, ${position(cursorWord.from)}`}
      </span>
    </div>
  );
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
