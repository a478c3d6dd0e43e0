import { type RefObject, useCallback, useMemo } from 'react';
import type { Moment } from '../../../../contract/search/moments.ts';
import { ContextMenu } from '../../../ui/controls/context-menu.tsx';
import { dragMoments } from '../../../ui/lib/moment-drag.ts';
import { useFormats } from '../../../ui/lib/use-formats.ts';
import type { Find } from './find/use-find.ts';
import { markedWords } from './moment-marks.ts';
import { ParagraphRow } from './paragraph-row.tsx';
import { useTranscriptText } from './text.ts';
import styles from './transcript.module.css';
import type { Transcript } from './transcript-model.ts';
import { selectedWords } from './use-selected-words.ts';
import type { SpeakerNaming } from './use-speaker-naming.ts';
import type { TranscriptEdits } from './use-transcript-edits.ts';
import type { WordActions } from './use-word-actions.ts';
import { useWordEvents } from './use-word-events.ts';
import type { WordNavigation } from './use-word-navigation.ts';
import { momentOf } from './word-actions.ts';

interface TranscriptListProps {
  jobId: string;
  /** Receives the element of the list. */
  list: RefObject<HTMLDivElement | null>;
  transcript: Transcript;
  /** Moments of the video, whose words are underlined. */
  moments: readonly Moment[];
  edits: TranscriptEdits;
  navigation: WordNavigation;
  find: Find;
  naming: SpeakerNaming;
  actions: WordActions;
  isTranslated: boolean;
}

/** The paragraphs of a transcript that are in view, with their menu. */
export function TranscriptList(props: TranscriptListProps) {
  const { jobId, list, transcript, moments, edits, navigation, find, naming, actions, isTranslated } = props;
  const t = useTranscriptText();
  const formats = useFormats();
  const { rows, editor, editedIndex } = navigation;
  const { onClick, menuAt } = useWordEvents(transcript, edits, navigation, naming, actions);
  const marks = useMemo(() => markedWords(transcript, moments), [transcript, moments]);
  const confidenceText = useCallback(
    (confidence: number) => t('low.confidence', { percent: formats.percent(confidence) }),
    [t, formats],
  );
  return (
    <ContextMenu label={t('menu.label')} entriesAt={menuAt}>
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: the keyboard moves through the words of the list above */}
      {/* biome-ignore lint/a11y/noStaticElementInteractions: one handler for thousands of words */}
      <div
        ref={list}
        className={styles.list}
        style={{ height: rows.getTotalSize() }}
        onClick={onClick}
        onDragStart={(event) => {
          const words = list.current && selectedWords(list.current);
          if (words) dragMoments(event, [momentOf(jobId, transcript, words)]);
        }}
      >
        {rows.getVirtualItems().map((row) => {
          const paragraph = transcript.paragraphs[row.index]!;
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
                editor={editedIndex === row.index ? editor.props : undefined}
                naming={naming.fieldOf(paragraph)}
                marks={marks.get(row.index)}
                editedLabel={t('edited')}
                isTranslated={isTranslated}
                confidenceText={confidenceText}
              />
            </div>
          );
        })}
      </div>
    </ContextMenu>
  );
}
