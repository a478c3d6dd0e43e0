import { useMemo, useRef, useState } from 'react';
import type { Segment } from '../../../../contract/analysis/segment.ts';
import type { TranscriptEdit, TranscriptEditResult } from '../../../../contract/analysis/transcript-edits.ts';
import { api } from '../../../api/endpoints.ts';
import { queries } from '../../../api/queries.ts';
import { invalidate, queryClient, showChange } from '../../../api/query-client.ts';
import { isTransient } from '../../../api/request.ts';
import { closeToasts, toast } from '../../../ui/feedback/toast.tsx';
import { errorText } from '../../../ui/lib/messages.ts';
import { dropHistory, dropStep, noteStep } from '../undo-order.ts';
import {
  type EditHistory,
  type HistoryEdit,
  inverseOf,
  isSpeakerStep,
  moved,
  NO_HISTORY,
  recorded,
  recreatedIds,
} from './edit-history.ts';
import { changeSpeaker, reverseOf, type SpeakerChange } from './speaker-changes.ts';
import { useTranscriptText } from './text.ts';

export interface TranscriptEdits {
  /** Applies edits as one step of the history; undefined if they failed. */
  apply(edits: readonly TranscriptEdit[]): Promise<readonly TranscriptEditResult[] | undefined>;
  /** Changes a speaker, as one step of the history. Returns whether that succeeded. */
  changeSpeaker(change: SpeakerChange): Promise<boolean>;
  undo(): void;
  redo(): void;
  /** Shows a message about the last step, in which it can be undone. */
  showUndo(text: string): void;
  canUndo: boolean;
  canRedo: boolean;
}

/** History of the transcript that was edited last; it outlives the panel, which closes with each change of the tab. */
const kept = { jobId: '', history: NO_HISTORY };

/** Edits of a transcript with undo and redo. They run one after another. */
export function useTranscriptEdits(jobId: string): TranscriptEdits {
  const t = useTranscriptText();
  const latest = useRef(t);
  latest.current = t;
  const [, setVersion] = useState(0);
  const actions = useMemo(() => {
    let tail: Promise<unknown> = Promise.resolve();
    const historyNow = (): EditHistory => (kept.jobId === jobId ? kept.history : NO_HISTORY);
    const set = (history: EditHistory) => {
      Object.assign(kept, { jobId, history });
      closeToasts(kept);
      setVersion((version) => version + 1);
    };
    const perform = async (edits: readonly HistoryEdit[]) => {
      const before = segmentsOf(jobId);
      const sent = edits.map(({ recreates: _, ...edit }) => edit as TranscriptEdit);
      const { results } = await api.segments.editTranscript(jobId, sent);
      applyResults(jobId, results);
      invalidate(queries.mediaFacts(jobId).queryKey);
      return { results, inverse: inverseOf(edits, results, before), ids: recreatedIds(edits, results) };
    };
    const inOrder = <Result>(work: () => Promise<Result>): Promise<Result | undefined> => {
      const done = tail.then(work).catch((error: unknown) => {
        toast(latest.current('failed', { reason: errorText(error) }), { tone: 'bad' });
        return undefined;
      });
      tail = done;
      return done;
    };
    const note = () => noteStep(jobId, { history: kept, tab: 'transcript', undo: () => step('undo') });
    /** Notes a step at once: it may be undone before the server has answered. */
    const asStep = <Result>(work: () => Promise<Result>) => {
      note();
      return inOrder(() =>
        work().catch((error: unknown) => {
          dropStep(kept);
          throw error;
        }),
      );
    };
    const step = (direction: 'undo' | 'redo') => {
      if (direction === 'undo') dropStep(kept);
      else note();
      void inOrder(async () => {
        const edits = historyNow()[direction].at(-1);
        if (!edits) {
          if (direction === 'redo') dropStep(kept);
          return;
        }
        try {
          if (isSpeakerStep(edits)) {
            await changeSpeaker(jobId, edits[0]);
            set(moved(historyNow(), direction, [reverseOf(edits[0])], new Map()));
            return;
          }
          const { inverse, ids } = await perform(edits);
          set(moved(historyNow(), direction, inverse, ids));
        } catch (error) {
          if (isTransient(error)) {
            if (direction === 'undo') note();
            else dropStep(kept);
          } else {
            // The lines are gone, as after a reanalysis.
            set(NO_HISTORY);
            dropHistory(kept);
          }
          throw error;
        }
      });
    };
    return {
      apply: (edits: readonly TranscriptEdit[]) =>
        asStep(async () => {
          const { results, inverse } = await perform(edits);
          set(recorded(historyNow(), inverse));
          return results;
        }),
      changeSpeaker: async (change: SpeakerChange) =>
        (await asStep(async () => {
          await changeSpeaker(jobId, change);
          set(recorded(historyNow(), [reverseOf(change)]));
          return true;
        })) === true,
      undo: () => step('undo'),
      redo: () => step('redo'),
      showUndo: (text: string) =>
        toast(text, { action: { label: latest.current('undo'), run: () => step('undo') }, history: kept }),
      historyNow,
    };
  }, [jobId]);
  const { historyNow, ...edits } = actions;
  const { undo, redo } = historyNow();
  return { ...edits, canUndo: undo.length > 0, canRedo: redo.length > 0 };
}

function segmentsOf(jobId: string): readonly Segment[] {
  return queryClient.getQueryData(queries.results(jobId).queryKey)?.segments ?? [];
}

function applyResults(jobId: string, results: readonly TranscriptEditResult[]): void {
  showChange(queries.results(jobId), (known) => {
    const segments = new Map(known.segments.map((segment) => [segment.id, segment]));
    for (const result of results) {
      for (const id of result.removed) segments.delete(id);
      for (const segment of result.segments) segments.set(segment.id, segment);
    }
    const sorted = [...segments.values()].sort((a, b) => a.start_time - b.start_time || Number(a.id) - Number(b.id));
    return { ...known, segments: sorted };
  });
}
