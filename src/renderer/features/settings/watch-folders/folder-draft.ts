import type { Depth } from '../../../../contract/analysis/depth.ts';
import { MODULE_CATALOG, type ModuleName } from '../../../../contract/analysis/modules.ts';
import type { ImportMode } from '../../../../contract/library/storage.ts';
import type { WatchFolder, WatchRules } from '../../../../contract/library/watch-folders.ts';

const MEGABYTE = 1e6;

/** Ranges of the numbers in the form, as the server accepts them. */
export const RANGES = {
  min: { min: 0, max: 1e9 },
  max: { min: 0, max: 1e9 },
  age: { min: 0, max: 36_500 },
  stable: { min: 0, max: 86_400 },
} as const;
export type NumberName = keyof typeof RANGES;

/** Fields of the form; numbers as they are typed, sizes in megabytes. */
export interface FolderDraft extends Record<NumberName, string> {
  path: string;
  projectId: string;
  /** Null for all that are available. */
  modules: readonly ModuleName[] | null;
  depth: Depth;
  mode: ImportMode | 'default';
  recursive: boolean;
  polling: boolean;
  name: string;
  existing: boolean;
}

/** Draft of a folder, or of a new one. Pure. */
export function draftOf(folder: WatchFolder | undefined): FolderDraft {
  return {
    path: folder?.path ?? '',
    projectId: folder?.project_id ?? '',
    modules: folder?.modules ?? null,
    depth: folder?.depth ?? 'full',
    mode: folder?.mode ?? 'default',
    recursive: folder?.recursive ?? true,
    polling: folder?.polling ?? false,
    name: folder?.name_pattern ?? '',
    min: folder && folder.min_bytes > 0 ? String(folder.min_bytes / MEGABYTE) : '',
    max: folder?.max_bytes == null ? '' : String(folder.max_bytes / MEGABYTE),
    age: folder?.max_age_days == null ? '' : String(folder.max_age_days),
    stable: String(folder?.stable_seconds ?? 10),
    existing: true,
  };
}

/** Modules of a draft that its depth has. Pure. */
export function modulesOf({ modules, depth }: FolderDraft): readonly ModuleName[] | null {
  return modules?.filter((name) => depth === 'full' || MODULE_CATALOG[name].canPreview) ?? null;
}

/** Fields that can't be saved, with the kind of problem. Pure. */
export function problemsOf(draft: FolderDraft): Partial<Record<NumberName, 'number' | 'required' | 'order'>> {
  const problems: ReturnType<typeof problemsOf> = {};
  for (const name of ['min', 'max', 'age'] as const)
    if (draft[name].trim() !== '' && !isWithin(parseNumber(draft[name]), RANGES[name])) problems[name] = 'number';
  const seconds = parseNumber(draft.stable);
  if (!Number.isInteger(seconds) || !isWithin(seconds, RANGES.stable)) problems.stable = 'required';
  const [min, max] = [parseNumber(draft.min), parseNumber(draft.max)];
  if (!problems.min && !problems.max && max < min) problems.max = 'order';
  return problems;
}

/** Rules of a draft without problems. Pure. */
export function rulesOf(draft: FolderDraft): WatchRules {
  const [min, max, age] = [draft.min, draft.max, draft.age].map(parseNumber) as [number, number, number];
  const modules = modulesOf(draft);
  return {
    recursive: draft.recursive,
    polling: draft.polling,
    name_pattern: draft.name.trim() || null,
    min_bytes: Number.isNaN(min) ? 0 : Math.round(min * MEGABYTE),
    max_bytes: Number.isNaN(max) ? null : Math.round(max * MEGABYTE),
    max_age_days: Number.isNaN(age) ? null : age,
    stable_seconds: parseNumber(draft.stable),
    modules: modules && [...modules],
    depth: draft.depth,
    mode: draft.mode === 'default' ? null : draft.mode,
  };
}

/** Reads a number with a point or a comma; NaN for anything else. */
function parseNumber(text: string): number {
  return /^\d{1,12}([.,]\d{1,6})?$/.test(text.trim()) ? Number(text.trim().replace(',', '.')) : Number.NaN;
}

function isWithin(value: number, { min, max }: { min: number; max: number }): boolean {
  return value >= min && value <= max;
}
