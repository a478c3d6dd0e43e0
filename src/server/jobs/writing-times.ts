import type { ModuleName } from '../../contract/analysis/modules.ts';
import type { Store } from '../../db/index.ts';

/** Setting that holds the seconds per minute of video that models took, by engine id and module. */
const KEY = 'writing.times';
type Times = Readonly<Record<string, Readonly<Record<string, number>>>>;

/** Whether an engine id is that of a connected language model. */
export const isConnected = (engine: string | null): engine is string => engine?.startsWith('ollama:') === true;

/** Stores how long a model took for a module, in seconds per minute of video; the last time counts. */
export function saveWritingTime(
  { settings }: Pick<Store, 'settings'>,
  engine: string,
  module: ModuleName,
  secondsPerMinute: number,
): void {
  const times = (settings.get(KEY) ?? {}) as Times;
  settings.set(KEY, { ...times, [engine]: { ...times[engine], [module]: secondsPerMinute } });
}

/** Seconds per minute of video that a model took for a module when it last ran; null before it did. */
export function writingTime({ settings }: Pick<Store, 'settings'>, engine: string, module: ModuleName): number | null {
  return ((settings.get(KEY) ?? {}) as Times)[engine]?.[module] ?? null;
}
