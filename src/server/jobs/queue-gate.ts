import type { Clock } from '../../base/time.ts';
import { QueueSettings, type QueueWait, type UpdateQueueSettingsRequest } from '../../contract/analysis/queue.ts';
import { ReelscopeError } from '../../contract/errors.ts';
import { sentence } from '../../core/texts/sentence.ts';
import type { Store } from '../../db/index.ts';
import type { HostPower } from '../hosting/host.ts';

const KEY = 'queue';

const DEFAULTS: QueueSettings = {
  paused: false,
  hours: null,
  only_on_mains: false,
  only_when_away: false,
  concurrency: 1,
};

export type QueueGate = ReturnType<typeof createQueueGate>;

/** Settings of the queue, and whether they let analyses run now. */
export function createQueueGate(parts: { store: Pick<Store, 'settings'>; power: HostPower | undefined; clock: Clock }) {
  const { store, power, clock } = parts;
  const settings = (): QueueSettings =>
    QueueSettings.parse({ ...DEFAULTS, ...(store.settings.get(KEY) as Partial<QueueSettings> | undefined) });
  return {
    settings,

    /** @throws ReelscopeError `conflict` for a condition that the host can't tell */
    update(changes: UpdateQueueSettingsRequest): void {
      if (!power && (changes.only_on_mains || changes.only_when_away)) {
        throw new ReelscopeError('conflict', sentence('queue.no-power'));
      }
      store.settings.set(KEY, { ...settings(), ...changes });
    },

    /** Power supply and absence; null if the host can't tell. */
    power: (): { mains: boolean; away: boolean } | null =>
      power ? { mains: power.isOnMains(), away: power.isAway() } : null,

    /** Reason for which no analysis may run now; conditions that the host can't tell don't count. */
    waitsFor(): Exclude<QueueWait, 'disk-space' | 'memory'> | undefined {
      const { paused, hours, only_on_mains, only_when_away } = settings();
      if (paused) return 'paused';
      if (hours && !isWithin(hours, new Date(clock.now()))) return 'hours';
      if (only_on_mains && power?.isOnMains() === false) return 'mains';
      return only_when_away && power?.isAway() === false ? 'away' : undefined;
    },
  };
}

/** Whether the local time is in the hours, which may go over midnight; equal times are the whole day. Pure. */
export function isWithin({ from, to }: NonNullable<QueueSettings['hours']>, now: Date): boolean {
  const minutes = now.getHours() * 60 + now.getMinutes();
  const [start, end] = [minutesOf(from), minutesOf(to)];
  if (start === end) return true;
  return start < end ? minutes >= start && minutes < end : minutes >= start || minutes < end;
}

function minutesOf(time: string): number {
  const [hours = 0, minutes = 0] = time.split(':').map(Number);
  return hours * 60 + minutes;
}
