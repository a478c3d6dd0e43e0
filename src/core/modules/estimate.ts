import type { UsageRecord } from '../../contract/account/usage.ts';
import { isModuleName, type ModuleName } from '../../contract/analysis/modules.ts';

/** Number of recent jobs in an estimate; older ones may be from other hardware or engines. */
const RUNS = 30;

/**
 * How long a run will take, from how long runs took on this machine. Every finished run shows how much a second of
 * video cost with its modules; a run with other modules counts by the share of its modules that are asked for, so that
 * the more similar a run is, the more it counts.
 * @param seconds length of the video
 * @returns seconds of work; null without a comparable run
 */
export function estimateSeconds(
  records: readonly Pick<UsageRecord, 'duration_minutes' | 'processing_time' | 'modules'>[],
  modules: readonly ModuleName[],
  seconds: number,
): number | null {
  let weights = 0;
  let costs = 0;
  for (const record of records.slice(0, RUNS)) {
    const ran = namesOf(record.modules);
    const length = record.duration_minutes * 60;
    const common = ran.filter((name) => modules.includes(name)).length;
    if (common === 0 || length <= 0 || record.processing_time <= 0) continue;
    const alike = common / new Set([...ran, ...modules]).size;
    const weight = alike ** 2 * length;
    weights += weight;
    costs += weight * (record.processing_time / length) * (modules.length / ran.length);
  }
  return weights === 0 ? null : (costs / weights) * seconds;
}

function namesOf(text: string): ModuleName[] {
  const names: unknown = JSON.parse(text);
  return Array.isArray(names) ? names.filter((name) => typeof name === 'string' && isModuleName(name)) : [];
}
