import { useState } from 'react';
import { readPosition, writePosition } from '../../../../base/position.ts';
import type { Moment, UpdateMomentRequest } from '../../../../contract/search/moments.ts';
import { updateMoment } from '../../../api/live/moment-changes.ts';
import { isNotFound } from '../../../api/request.ts';
import { toast } from '../../../ui/feedback/toast.tsx';
import { errorText } from '../../../ui/lib/messages.ts';
import { useMomentText } from '../../../ui/lib/texts/moment-text.ts';
import { usePlayerState } from '../player/player-store.ts';

interface Fields {
  title: string;
  note: string;
  /** Names. */
  tags: readonly string[];
  start: string;
  end: string;
}

/** Fields of a moment as they are being edited. */
export function useMomentDraft(moment: Moment) {
  const t = useMomentText();
  /** Changed fields; the others follow the moment, such as its times, which dragging changes. */
  const [changed, setChanged] = useState<Partial<Fields>>({});
  const fields = { ...fieldsOf(moment), ...changed };
  const { title, note, tags } = fields;
  const duration = usePlayerState((state) => state.duration);
  const times = readTimes(fields.start, fields.end, duration);
  return {
    ...fields,
    set: (change: Partial<Fields>) => setChanged((before) => ({ ...before, ...change })),
    /** Time that can't be read. */
    error: times.error,
    isValid: title.trim() !== '' && !times.error,

    /** Saves the changed fields. Returns whether that succeeded. */
    async send(isLeaving = false): Promise<boolean> {
      const change = changeOf(moment, { title: title.trim(), note, tags, ...times });
      try {
        if (Object.keys(change).length > 0) await updateMoment(moment.id, change);
        return true;
      } catch (error) {
        // It was deleted, as by an undo of its creation.
        if (!(isLeaving && isNotFound(error))) toast(t('failed', { reason: errorText(error) }), { tone: 'bad' });
        return false;
      }
    },
  };
}

function fieldsOf({ title, note, tags, start_time, end_time }: Moment): Fields {
  const end = end_time === null ? '' : writePosition(end_time);
  return { title, note, tags: tags.map(({ name }) => name), start: writePosition(start_time), end };
}

interface Times {
  startTime?: number;
  endTime?: number | null;
  error?: 'start' | 'end' | 'range';
}

function readTimes(start: string, end: string, duration: number): Times {
  const startTime = readPosition(start);
  if (startTime === undefined || startTime > duration) return { error: 'start' };
  if (end.trim() === '') return { startTime, endTime: null };
  const endTime = readPosition(end);
  if (endTime === undefined) return { error: 'end' };
  return endTime > startTime ? { startTime, endTime } : { error: 'range' };
}

/** The fields that differ from the moment. */
function changeOf(
  moment: Moment,
  { title, note, tags, startTime, endTime }: Times & Pick<Fields, 'title' | 'note' | 'tags'>,
): UpdateMomentRequest {
  const names = moment.tags.map(({ name }) => name);
  return {
    ...(title !== moment.title && { title }),
    ...(note !== moment.note && { note }),
    ...(startTime !== undefined && startTime !== moment.start_time && { start_time: startTime }),
    ...(endTime !== undefined && endTime !== moment.end_time && { end_time: endTime }),
    ...((tags.length !== names.length || tags.some((name) => !names.includes(name))) && { tags: [...tags] }),
  };
}
