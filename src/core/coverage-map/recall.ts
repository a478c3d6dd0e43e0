import type { ModuleName } from '../../contract/analysis/modules.ts';
import MEASURED from './measured-recall.json' with { type: 'json' };

/** Recall from which a condition does not limit a module. */
const SUFFICIENT_RECALL = 0.5;

type Points = readonly (readonly number[])[];

/** Recall (0..1) by the value of a condition, as `npm run bench -- coverage-recall --write` measured it. */
const TABLE: Partial<Record<ModuleName, Readonly<Record<string, Points>>>> = MEASURED;

/** Measured recall of a module under a condition, 0..1; null if it was not measured. */
export function recallAt(module: ModuleName, condition: string, value: number): number | null {
  const points = TABLE[module]?.[condition];
  if (!points) return null;
  const next = points.findIndex(([at]) => at! >= value);
  if (next === 0) return points[0]![1]!;
  if (next < 0) return points.at(-1)![1]!;
  const [[x0, y0], [x1, y1]] = [points[next - 1] as [number, number], points[next] as [number, number]];
  return Math.round((y0 + ((y1 - y0) * (value - x0)) / (x1 - x0)) * 100) / 100;
}

/** Value of a condition below which a module misses more than it finds. */
export function minimumOf(module: 'ocr' | 'visualelements' | 'transcription', condition: string): number {
  const points = TABLE[module]![condition]!;
  const last = points.findLastIndex(([, recall]) => recall! < SUFFICIENT_RECALL);
  if (last < 0) return Number.NEGATIVE_INFINITY;
  const [[x0, y0], [x1, y1]] = [
    points[last] as [number, number],
    (points[last + 1] ?? points[last]) as [number, number],
  ];
  return y1 > y0 ? x0 + ((x1 - x0) * (SUFFICIENT_RECALL - y0)) / (y1 - y0) : x1;
}
