import { useRef, useState } from 'react';
import type { EventGroup, EventRecording, PlaceRecordingRequest } from '../../../contract/library/event-groups.ts';
import { type Placed, placedRecordings } from '../../../core/events/clock.ts';
import { addRecordings, placeRecording, removeRecording } from '../../api/live/event-changes.ts';
import { queries } from '../../api/queries.ts';
import { queryClient } from '../../api/query-client.ts';
import { isTransient } from '../../api/request.ts';
import { closeToasts, toast } from '../../ui/feedback/toast.tsx';
import { errorText } from '../../ui/lib/messages.ts';
import { useEventText } from './text.ts';

/** Way back from a change: a distance from another recording, since the zero of the clock may move with the change. */
interface Undo {
  before: EventRecording;
  anchor: Placed<EventRecording> | undefined;
  /** Whether the recording was removed from the event. */
  isRemoved: boolean;
}

/** A change of an offset in seconds, and when it was stored. */
interface Move {
  jobId: string;
  seconds: number;
  storedAt?: string;
}

/** Changes of offsets and removals by hand, one after another, which can be undone. */
export function useEventEdits(event: EventGroup) {
  const t = useEventText();
  // From the cache, which has an answer at once: a render in between still has the event before it.
  const latest = () => queryClient.getQueryData(queries.event(event.id).queryKey) ?? event;
  const [moves, setMoves] = useState<readonly Move[]>([]);
  const undos = useRef<Undo[]>([]);
  const [canUndo, setCanUndo] = useState(false);
  const last = useRef<Promise<EventGroup | null>>(Promise.resolve(null));

  const setUndos = (steps: Undo[]) => {
    closeToasts(undos);
    undos.current = steps;
    setCanUndo(steps.length > 0);
  };
  const placedOther = (jobId: string) => placedRecordings(latest().recordings).find(({ job_id }) => job_id !== jobId);
  /** Makes a change when those before it are stored. A failure is reported, and gives null. */
  const inOrder = (change: () => Promise<EventGroup | null>) => {
    last.current = last.current.then(change).catch((error: unknown) => {
      toast(errorText(error), { tone: 'bad' });
      return null;
    });
    return last.current;
  };
  /**
   * @param change made when the changes before this one are stored, with the recording until then
   * @returns null if it failed, which is reported, or if the recording is gone
   */
  const send = (
    jobId: string,
    change: (before: EventRecording) => Promise<EventGroup>,
    onDone?: (before: EventRecording) => void,
  ) =>
    inOrder(async () => {
      const before = latest().recordings.find(({ job_id }) => job_id === jobId);
      if (!before) return null;
      const anchor = placedOther(jobId);
      const stored = await change(before);
      const isRemoved = !stored.recordings.some(({ job_id }) => job_id === jobId);
      setUndos([...undos.current, { before, anchor, isRemoved }]);
      onDone?.(before);
      return stored;
    });
  const place = (jobId: string, newPlace: (before: EventRecording) => PlaceRecordingRequest) =>
    send(jobId, (before) => placeRecording(event.id, jobId, newPlace(before)));
  const leaveOut = (jobId: string) => void place(jobId, () => ({ offset: null }));
  const remove = (jobId: string) =>
    void send(
      jobId,
      () => removeRecording(event.id, jobId),
      ({ name }) => toast(t('removed', { name }), { action: { label: t('undo'), run: undo }, history: undos }),
    );
  /** Puts a recording back to where it was left out, or where its clock states. */
  const add = (jobId: string) =>
    void place(jobId, ({ former_offset, stated_offset, confidence }) =>
      former_offset === null ? { offset: stated_offset ?? 0 } : { offset: former_offset, confidence },
    );
  const isStored = ({ storedAt }: Move) => storedAt !== undefined && storedAt <= event.updated_at;
  /** @param seconds added to the offset */
  const move = async (jobId: string, seconds: number) => {
    const made: Move = { jobId, seconds };
    setMoves((all) => [...all.filter((each) => !isStored(each)), made]);
    const stored = await place(jobId, ({ offset }) => ({ offset: (offset ?? 0) + seconds }));
    setMoves((all) =>
      stored
        ? all.map((each) => (each === made ? { ...made, storedAt: stored.updated_at } : each))
        : all.filter((each) => each !== made),
    );
  };
  /** Seconds by which a recording was moved that the event does not contain yet. */
  const unstored = (jobId: string) =>
    moves.reduce((sum, each) => (each.jobId === jobId && !isStored(each) ? sum + each.seconds : sum), 0);
  /** Takes back the last change, which may still be on its way to the server. */
  const undo = () =>
    void inOrder(async () => {
      const step = undos.current.at(-1);
      if (!step) return null;
      setUndos(undos.current.slice(0, -1));
      try {
        return await takeBack(step);
      } catch (error) {
        if (isTransient(error)) setUndos([...undos.current, step]);
        throw error;
      }
    });
  const takeBack = async ({ before, anchor, isRemoved }: Undo) => {
    const { job_id, offset, drift_ppm, confidence, left_out } = before;
    if (isRemoved) await addRecordings(event.id, [job_id]);
    const moved = placedRecordings(latest().recordings).find((each) => each.job_id === anchor?.job_id);
    const shift = anchor && moved ? moved.offset - anchor.offset : 0;
    const newOffset = offset === null ? null : offset + shift;
    return placeRecording(event.id, job_id, { offset: newOffset, drift_ppm, confidence, left_out });
  };
  return { leaveOut, remove, add, move, unstored, undo, canUndo };
}
