import { useRef, useState } from 'react';
import type { EventGroup, EventRecording } from '../../../contract/library/event-groups.ts';
import { type Placed, placedRecordings } from '../../../core/events/clock.ts';
import { placeRecording } from '../../api/live/event-changes.ts';
import { toast } from '../../ui/feedback/toast.tsx';
import { errorText } from '../../ui/lib/messages.ts';

/** Way back from a change: a distance from another recording, since the zero of the clock may move with the change. */
interface Undo {
  jobId: string;
  offset: number | null;
  anchor: Placed<EventRecording> | undefined;
}

/** Changes of offsets by hand, one after another, which can be undone. */
export function useEventEdits(event: EventGroup) {
  const latest = useRef(event);
  latest.current = event;
  const [undos, setUndos] = useState<readonly Undo[]>([]);
  const last = useRef<Promise<unknown>>(Promise.resolve());

  const placedOther = (jobId: string) =>
    placedRecordings(latest.current.recordings).find(({ job_id }) => job_id !== jobId);
  /** @param newOffset asked for when the changes before this one are stored, with the offset until then */
  const send = (jobId: string, newOffset: (before: number | null) => number | null, onDone: (undo: Undo) => void) => {
    last.current = last.current.then(async () => {
      const offset = latest.current.recordings.find(({ job_id }) => job_id === jobId)?.offset ?? null;
      const undo = { jobId, offset, anchor: placedOther(jobId) };
      try {
        latest.current = await placeRecording(event.id, jobId, newOffset(offset));
        onDone(undo);
      } catch (error) {
        toast(errorText(error), { tone: 'bad' });
      }
    });
  };
  const remember = (undo: Undo) => setUndos((all) => [...all, undo]);
  const place = (jobId: string, offset: number | null) => send(jobId, () => offset, remember);
  /** @param seconds added to the offset */
  const move = (jobId: string, seconds: number) => send(jobId, (before) => (before ?? 0) + seconds, remember);
  const undo = () => {
    const step = undos.at(-1);
    if (!step) return;
    setUndos(undos.slice(0, -1));
    const { jobId, offset, anchor } = step;
    const now = () => {
      const moved = placedRecordings(latest.current.recordings).find(({ job_id }) => job_id === anchor?.job_id);
      return offset === null || !anchor || !moved ? offset : offset + moved.offset - anchor.offset;
    };
    send(jobId, now, () => {});
  };
  return { place, move, undo, canUndo: undos.length > 0 };
}
