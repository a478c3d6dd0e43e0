import { useEffect, useRef, useState } from 'react';
import { queries } from '../../../api/queries.ts';
import { invalidate } from '../../../api/query-client.ts';
import type { SpokenLines } from './speaker-dialog.tsx';
import type { SpeakerNameProps } from './speaker-name.tsx';
import type { Paragraph } from './transcript-model.ts';
import type { TranscriptEdits } from './use-transcript-edits.ts';

export type SpeakerNaming = ReturnType<typeof useSpeakerNaming>;

/** Naming of speakers: in place of the name in a paragraph, or in the dialog, for lines of their own too. */
export function useSpeakerNaming(jobId: string, edits: TranscriptEdits, focusSpeaker: (index: number) => void) {
  const [spoken, setSpoken] = useState<SpokenLines | null>(null);
  /** Key of the paragraph whose speaker is being named in place. */
  const [namingKey, setNamingKey] = useState<string | null>(null);
  /** Index of the paragraph whose name takes the keyboard back from the field. */
  const returnTo = useRef<number | null>(null);
  useEffect(() => {
    if (namingKey !== null || returnTo.current === null) return;
    focusSpeaker(returnTo.current);
    returnTo.current = null;
  });
  const showDialog = ({ speakerId, lines }: Paragraph) =>
    setSpoken({ speakerId, segmentIds: lines.map(({ segment }) => segment.id) });
  return {
    /** Lines that the dialog is about; null while it is closed. */
    spoken,
    setSpoken,
    open(paragraph: Paragraph): void {
      if (paragraph.speakerId === undefined) showDialog(paragraph);
      else setNamingKey(paragraph.key);
    },
    /** Returns the properties of the field in a paragraph; undefined while none is open there. */
    fieldOf(paragraph: Paragraph): SpeakerNameProps | undefined {
      const { key, speakerId, speaker } = paragraph;
      if (key !== namingKey || speakerId === undefined || speaker === undefined) return undefined;
      const onClose = (isByKey: boolean) => {
        setNamingKey(null);
        if (isByKey) returnTo.current = paragraph.index;
      };
      return { jobId, speakerId, speaker, edits, onMore: () => showDialog(paragraph), onClose };
    },
    async assign(segmentIds: readonly string[], speakerId: string): Promise<void> {
      await edits.apply(segmentIds.map((segment_id) => ({ type: 'speaker', segment_id, speaker_id: speakerId })));
      invalidate(queries.speakers(jobId).queryKey);
    },
  };
}
