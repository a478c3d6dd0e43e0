import { type ReactNode, useMemo, useRef, useState } from 'react';
import type { Segment } from '../../../../contract/analysis/segment.ts';
import type { Moment } from '../../../../contract/search/moments.ts';
import { hasTranslation } from '../../../../core/transcript/translated.ts';
import { useShortcuts } from '../../../ui/lib/shortcuts.ts';
import type { Range } from '../player/player-state.ts';
import { FIND_ID, FindBar } from './find/find-bar.tsx';
import { useFind } from './find/use-find.ts';
import { momentAt } from './moment-marks.ts';
import { SelectionToolbar } from './selection-toolbar.tsx';
import { SpeakerDialog } from './speaker-dialog.tsx';
import { useTranscriptText } from './text.ts';
import styles from './transcript.module.css';
import { TranscriptFooter } from './transcript-footer.tsx';
import { TranscriptList } from './transcript-list.tsx';
import { buildTranscript, type Transcript, wordsOfLowConfidence } from './transcript-model.ts';
import { useSpeakerNaming } from './use-speaker-naming.ts';
import { type TranscriptEdits, useTranscriptEdits } from './use-transcript-edits.ts';
import { useWordActions } from './use-word-actions.ts';
import { useWordNavigation, type WordNavigation } from './use-word-navigation.ts';
import { rangeOf, readAloud, splitBefore } from './word-actions.ts';

export interface TranscriptViewProps {
  jobId: string;
  /** Findings of the module `transcription`, in time order. */
  segments: readonly Segment[];
  /** Findings of the module `chapters`, in time order; a paragraph ends where one begins. */
  chapters: readonly Segment[];
  onAsk(range: Range): void;
  /** Marks words as a moment. Returns whether that succeeded. */
  onMark(range: Range): Promise<boolean>;
  /** Moments of the video, whose words are underlined. */
  moments: readonly Moment[];
  /** Gives a moment the times of words. Returns whether that succeeded. */
  onTrim(moment: Moment, range: Range): Promise<boolean>;
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
  const container = useRef<HTMLDivElement>(null);
  const scroller = useRef<HTMLDivElement>(null);
  const list = useRef<HTMLDivElement>(null);
  const transcript = useMemo(() => buildTranscript(segments, chapters), [segments, chapters]);
  const edits = useTranscriptEdits(jobId);
  const navigation = useWordNavigation(transcript, edits, scroller, list);
  const { rows, cursor, editor, setFollowing, stopFollowing } = navigation;
  const find = useFind({
    transcript,
    edits,
    topParagraph: () => rows.getVirtualItemForOffset(scroller.current?.scrollTop ?? 0)?.index ?? 0,
    onMatch: (word) => {
      setFollowing(false);
      requestAnimationFrame(() => navigation.showWord(word));
    },
  });
  useTranscriptShortcuts(edits);

  const canTranslate = useMemo(() => hasTranslation(segments), [segments]);
  const [isTranslationShown, setTranslationShown] = useState(true);
  const lowWords = useLowWords(transcript, navigation);
  const focusSpeaker = (index: number) =>
    scroller.current?.querySelector<HTMLElement>(`[data-speaker="${index}"]`)?.focus({ preventScroll: true });
  const naming = useSpeakerNaming(jobId, edits, focusSpeaker);
  const actions = useWordActions({ jobId, onAsk, onMark }, transcript, edits, naming.setSpoken);

  return (
    <div ref={container} className={styles.transcript}>
      <FindBar
        find={find}
        edits={edits}
        lowCount={lowWords.count}
        isTranslated={canTranslate ? isTranslationShown : undefined}
        setTranslated={setTranslationShown}
        onNextLow={lowWords.next}
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
        <TranscriptList
          jobId={jobId}
          list={list}
          transcript={transcript}
          moments={moments}
          edits={edits}
          navigation={navigation}
          find={find}
          naming={naming}
          actions={actions}
          isTranslated={canTranslate && isTranslationShown}
        />
      </div>
      <SelectionToolbar
        list={list}
        container={container}
        {...actions}
        trimmed={(words) => momentAt(moments, rangeOf(transcript, words))}
        onTrim={(moment, words) => onTrim(moment, rangeOf(transcript, words))}
        splitAt={({ first }) => splitBefore(transcript, edits, first)}
        onEdit={({ first }) => navigation.edit(first)}
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
        isFollowing={navigation.isFollowing}
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

/** Words of low confidence: their number, and the way to the next one after the cursor. */
function useLowWords(transcript: Transcript, { cursor, setFollowing, focusList }: WordNavigation) {
  const words = useMemo(() => wordsOfLowConfidence(transcript), [transcript]);
  const next = () => {
    setFollowing(false);
    cursor.goTo(words.find((word) => word > cursor.word) ?? words[0]!);
    focusList();
  };
  return { count: words.length, next };
}

/** Shortcuts for finding text and redoing an edit. */
function useTranscriptShortcuts({ redo }: TranscriptEdits): void {
  useShortcuts({
    'mod+f': () => {
      const field = document.getElementById(FIND_ID);
      // Selecting alone moves the focus in some browsers only.
      field?.focus();
      if (field instanceof HTMLInputElement) field.select();
    },
    'mod+shift+z': redo,
    'mod+y': redo,
  });
}
