import { useQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import type { CreateMomentRequest, Moment } from '../../../contract/search/moments.ts';
import { createMoment, discardMoment, moveMoment, updateMoment } from '../../api/live/moment-changes.ts';
import { queries } from '../../api/queries.ts';
import { isTransient } from '../../api/request.ts';
import { useMarkMoment } from '../../ui/feedback/mark-moment.ts';
import { closeToasts, toast } from '../../ui/feedback/toast.tsx';
import { errorText } from '../../ui/lib/messages.ts';
import { useMomentText } from '../../ui/lib/texts/moment-text.ts';
import type { MomentTimes } from '../../ui/lib/trim.ts';
import type { Player } from './player/player-store.ts';
import { dropStep, noteStep } from './undo-order.ts';

const NONE: readonly Moment[] = [];

/** Time of a video to mark, and its origin. */
export type NewMark = Omit<CreateMomentRequest, 'job_id'>;

/** A change of times that can be undone. */
interface Move {
  /** Number in the order of the moves. */
  nth: number;
  id: string;
  /** Times before it. */
  former: MomentTimes;
  done: Promise<unknown>;
}

/** Moments of the video page: marking, moving, and which one is open. */
export function useMomentMarks(jobId: string, player: Player, showTab: () => void) {
  const t = useMomentText();
  const { data: moments = NONE } = useQuery(queries.moments(jobId));
  const [editing, setEditing] = useState<string | null>(null);
  const [target, setTarget] = useState<string | null>(null);
  const report = (error: unknown) => toast(t('failed', { reason: errorText(error) }), { tone: 'bad' });

  const mark = useMarkMoment({ create: createMoment, discard: discardMoment }, ({ id }) =>
    setEditing((now) => (now === id ? null : now)),
  );
  /** Marks a time of the video. */
  const add = (time: NewMark) => mark({ ...time, job_id: jobId });

  const moved = useRef<readonly Move[]>([]);
  const count = useRef(0);
  /** Settles after the last undo: of two, the second must not overtake the first, whose move may be unanswered. */
  const undone = useRef<Promise<unknown>>(Promise.resolve());
  const note = (step: Move) => {
    moved.current = [...moved.current, step].sort((a, b) => a.nth - b.nth);
    closeToasts(moved);
    noteStep(jobId, { history: moved, undo: undoMove });
  };
  const undoMove = () => {
    const last = moved.current.at(-1);
    moved.current = moved.current.slice(0, -1);
    closeToasts(moved);
    dropStep(moved);
    if (!last) return;
    // It may be undone before the server has answered; a failure of the move is reported by it.
    undone.current = undone.current
      .then(() => last.done)
      .then(
        () =>
          updateMoment(last.id, last.former).catch((error: unknown) => {
            if (isTransient(error)) note(last);
            report(error);
          }),
        () => {},
      );
  };

  return {
    moments,
    editing,
    setEditing: (id: string | null) => {
      setEditing(id);
      setTarget(id);
    },
    target,
    add,

    /** Marks the current time or the marked range, and opens the title. */
    async markHere(): Promise<void> {
      const { time, range } = player.store.getState();
      const moment = await add(
        range
          ? { start_time: range.start, end_time: range.end, origin: { kind: 'range' } }
          : { start_time: time, end_time: null },
      );
      if (!moment) return;
      showTab();
      setTarget(moment.id);
      setEditing(moment.id);
    },

    open(moment: Moment): void {
      player.seek(moment.start_time);
      showTab();
      setEditing(null);
      setTarget(moment.id);
    },

    /**
     * Changes the times of a moment, and shows a notice, in which that can be undone. Returns whether that succeeded.
     */
    async move(moment: Moment, times: MomentTimes): Promise<boolean> {
      const { id, title } = moment;
      const step = { nth: count.current++, id, ...moveMoment(moment, times) };
      note(step);
      try {
        await step.done;
        if (moved.current.includes(step))
          toast(t('moved', { title }), { action: { label: t('undo'), run: undoMove }, history: moved });
        return true;
      } catch (error) {
        if (moved.current.includes(step)) dropStep(moved);
        moved.current = moved.current.filter((each) => each !== step);
        report(error);
        return false;
      }
    },
  };
}
