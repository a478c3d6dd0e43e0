import { useRef, useState } from 'react';
import type { EventGroup, EventRecording, PlaceRecordingRequest } from '../../../contract/library/event-groups.ts';
import { type Placed, placedRecordings } from '../../../core/events/clock.ts';
import { placeRecording } from '../../api/live/event-changes.ts';
import { toast } from '../../ui/feedback/toast.tsx';
import { errorText } from '../../ui/lib/messages.ts';

/** Way back from a change: a distance from another recording, since the zero of the clock may move with the change. */
interface Undo {
  before: EventRecording;
  anchor: Placed<EventRecording> | undefined;
}

/** A change of an offset in seconds, and when it was stored. */
interface Move {
  jobId: string;
  seconds: number;
  storedAt?: string;
}

/** Changes of offsets by hand, one after another, which can be undone. */
export function useEventEdits(event: EventGroup) {
  const latest = useRef(event);
  latest.current = event;
  const [moves, setMoves] = useState<readonly Move[]>([]);
  const [undos, setUndos] = useState<readonly Undo[]>([]);
  const last = useRef<Promise<EventGroup | null>>(Promise.resolve(null));

  const placedOther = (jobId: string) =>
    placedRecordings(latest.current.recordings).find(({ job_id }) => job_id !== jobId);
  /**
   * @param newPlace asked for when the changes before this one are stored, with the recording until then
   * @returns null if it failed, which is reported, or if the recording is gone
   */
  const send = (
    jobId: string,
    newPlace: (before: EventRecording) => PlaceRecordingRequest,
    onDone: (undo: Undo) => void,
  ) => {
    last.current = last.current.then(async () => {
      const before = latest.current.recordings.find(({ job_id }) => job_id === jobId);
      if (!before) return null;
      const undo = { before, anchor: placedOther(jobId) };
      try {
        latest.current = await placeRecording(event.id, jobId, newPlace(before));
        onDone(undo);
        return latest.current;
      } catch (error) {
        toast(errorText(error), { tone: 'bad' });
        return null;
      }
    });
    return last.current;
  };
  const remember = (undo: Undo) => setUndos((all) => [...all, undo]);
  const leaveOut = (jobId: string) => void send(jobId, () => ({ offset: null }), remember);
  /** Puts a recording back to where it was left out, or where its clock states. */
  const add = (jobId: string) =>
    void send(
      jobId,
      ({ former_offset, stated_offset, confidence }) =>
        former_offset === null ? { offset: stated_offset ?? 0 } : { offset: former_offset, confidence },
      remember,
    );
  const isStored = ({ storedAt }: Move) => storedAt !== undefined && storedAt <= event.updated_at;
  /** @param seconds added to the offset */
  const move = async (jobId: string, seconds: number) => {
    const made: Move = { jobId, seconds };
    setMoves((all) => [...all.filter((each) => !isStored(each)), made]);
    const stored = await send(jobId, ({ offset }) => ({ offset: (offset ?? 0) + seconds }), remember);
    setMoves((all) =>
      stored
        ? all.map((each) => (each === made ? { ...made, storedAt: stored.updated_at } : each))
        : all.filter((each) => each !== made),
    );
  };
  /** Seconds by which a recording was moved that the event does not contain yet. */
  const unstored = (jobId: string) =>
    moves.reduce((sum, each) => (each.jobId === jobId && !isStored(each) ? sum + each.seconds : sum), 0);
  const undo = () => {
    const step = undos.at(-1);
    if (!step) return;
    setUndos(undos.slice(0, -1));
    const { before, anchor } = step;
    const { offset, drift_ppm, confidence, left_out } = before;
    const place = () => {
      const moved = placedRecordings(latest.current.recordings).find(({ job_id }) => job_id === anchor?.job_id);
      const shift = anchor && moved ? moved.offset - anchor.offset : 0;
      return { offset: offset === null ? null : offset + shift, drift_ppm, confidence, left_out };
    };
    void send(before.job_id, place, () => {});
  };
  return { leaveOut, add, move, unstored, undo, canUndo: undos.length > 0 };
}
