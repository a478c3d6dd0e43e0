import { toast } from '../../../ui/feedback/toast.tsx';
import { openOverlay } from '../../../ui/lib/overlays.ts';
import { useFormats } from '../../../ui/lib/use-formats.ts';
import type { Range } from '../player/player-state.ts';
import type { SpokenLines } from './speaker-dialog.tsx';
import { useTranscriptText } from './text.ts';
import type { Transcript } from './transcript-model.ts';
import type { WordRange } from './use-selected-words.ts';
import type { TranscriptEdits } from './use-transcript-edits.ts';
import { copyLines, isolateWords, momentOf, openClip, rangeOf } from './word-actions.ts';

export type WordActions = ReturnType<typeof useWordActions>;

/** Actions on words of the transcript, which the selection and the menu of a line offer. */
export function useWordActions(
  { jobId, onAsk, onMark }: { jobId: string; onAsk(range: Range): void; onMark(range: Range): Promise<boolean> },
  transcript: Transcript,
  edits: TranscriptEdits,
  showSpeaker: (lines: SpokenLines) => void,
) {
  const t = useTranscriptText();
  const { speaker } = useFormats();
  return {
    onClip: (words: WordRange) => openClip(jobId, transcript, words),
    onMark: (words: WordRange) => onMark(rangeOf(transcript, words)),
    onStory: (words: WordRange) => openOverlay({ kind: 'add-to-story', moments: [momentOf(jobId, transcript, words)] }),
    onCopy: (words: WordRange) => void copyLines(transcript, words, speaker).then(() => toast(t('selection.copied'))),
    onAsk: (words: WordRange) => onAsk(rangeOf(transcript, words)),
    /** Returns whether the words could be separated. */
    async onSpeaker(words: WordRange): Promise<boolean> {
      const isolated = await isolateWords(transcript, edits, words);
      if (isolated) showSpeaker(isolated);
      return isolated !== undefined;
    },
  };
}
