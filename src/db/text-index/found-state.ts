import { sql } from 'kysely';
import type { ModuleName } from '../../contract/analysis/modules.ts';
import type { SegmentData, SegmentDraft } from '../../contract/analysis/segment.ts';
import type { Db } from '../open.ts';
import type { CorrectionRow, SegmentRow } from '../schema.ts';
import type { LineSource } from './line-source.ts';

/** Findings of a module as an analysis found them, without corrections. */
export interface FoundModule {
  module: ModuleName;
  engine: string | null;
  segments: SegmentDraft[];
}

/** A finding as found, with the segment that shows it unchanged. */
export interface FoundItem {
  segment: SegmentDraft;
  /** Null if a user edited or removed it. */
  segmentId: number | null;
}

/** Findings of a module as found, with their segments. */
export interface FoundItems extends Omit<FoundModule, 'segments'> {
  items: FoundItem[];
}

/**
 * Returns the stored findings of a video as they were found: edits, splits, and merges undone, speakers by their
 * labels, findings that a user removed after `sinceMs`, the time of the analysis, included, and those that a user added
 * left out. Modules by name, findings in time order.
 */
export function foundState(db: Db, videoId: number, sinceMs: number | null): FoundModule[] {
  return stateOf(foundItems(db, videoId, sinceMs));
}

/** Returns stored findings without their segments, modules by name and findings in time order. */
export function stateOf(items: readonly FoundItems[]): FoundModule[] {
  return items
    .map(({ module, engine, items: found }) => ({
      module,
      engine,
      segments: found.map(({ segment }) => segment).sort(byTime),
    }))
    .sort((a, b) => (a.module < b.module ? -1 : 1));
}

/** Returns the same findings in the order in which they are stored, modules and findings alike. */
export function foundItems(db: Db, videoId: number, sinceMs: number | null): FoundItems[] {
  const segments = db.all(db.sql.selectFrom('segments').selectAll().where('videoId', '=', videoId).orderBy('id'));
  return found(db, videoId, sinceMs, { segments, isPreview, itemOf });
}

/** Number of findings of each module as an analysis found them. */
export interface FoundCount {
  module: ModuleName;
  engine: string | null;
  findings: number;
}

/** Returns the numbers of the same findings by module, without reading their contents. */
export function foundCounts(db: Db, videoId: number, sinceMs: number | null): FoundCount[] {
  const mayBePreview = sql<number>`coalesce(instr(data, '"preview":true'), 0)`;
  const rows = db.sql.selectFrom('segments').select(['id', 'module', 'engine', mayBePreview.as('preview')]);
  const segments = db.all(rows.where('videoId', '=', videoId).orderBy('id'));
  return found(db, videoId, sinceMs, { segments, isPreview: ({ preview }) => preview > 0, itemOf: ({ id }) => id })
    .map(({ module, engine, items }) => ({ module, engine, findings: items.length }))
    .sort((a, b) => (a.module < b.module ? -1 : 1));
}

type StoredSegment = Pick<SegmentRow, 'id' | 'module' | 'engine'>;

/** @param itemOf reads a segment that no correction changed */
function found<Row extends StoredSegment, Item>(
  db: Db,
  videoId: number,
  sinceMs: number | null,
  { segments, isPreview, itemOf }: { segments: Row[]; isPreview: (row: Row) => boolean; itemOf: (row: Row) => Item },
): { module: ModuleName; engine: string | null; items: (Item | FoundItem)[] }[] {
  const corrections = db.all(db.sql.selectFrom('corrections').selectAll().where('videoId', '=', videoId));
  const bySegment = new Map(corrections.map((row) => [row.segmentId, row]));
  const modules = new Map<ModuleName, { engine: string | null; items: (Item | FoundItem)[]; lines: Set<string> }>();
  const moduleOf = ({ module, engine }: Pick<StoredSegment, 'module' | 'engine'>) => {
    const known = modules.get(module) ?? { engine, items: [], lines: new Set<string>() };
    known.engine ??= engine;
    modules.set(module, known);
    return known;
  };
  const addCorrected = (of: Pick<StoredSegment, 'module' | 'engine'>, row: CorrectionRow): void => {
    const { items, lines } = moduleOf(of);
    for (const item of foundBy(row)) {
      const { segment } = item;
      // The parts of a split line have the same source.
      const key = row.source === null ? undefined : `${segment.start_time} ${segment.end_time} ${segment.content}`;
      if (key !== undefined && lines.has(key)) continue;
      if (key !== undefined) lines.add(key);
      items.push(item);
    }
  };
  for (const segment of segments) {
    const correction = bySegment.get(segment.id);
    // A first look is no analysis that is kept.
    if (correction?.isAdded === 1 || (correction === undefined && isPreview(segment))) continue;
    if (correction) addCorrected(segment, correction);
    else moduleOf(segment).items.push(itemOf(segment));
  }
  for (const row of corrections) {
    // Earlier removals may be of findings that this analysis did not make.
    const isOfThisAnalysis = row.updatedAt >= (sinceMs ?? 0) && row.isAdded === 0 && modules.has(row.module);
    if (row.isRemoved === 1 && row.segmentId === null && isOfThisAnalysis)
      addCorrected({ module: row.module, engine: null }, row);
  }
  return [...modules].map(([module, { engine, items }]) => ({ module, engine, items }));
}

function itemOf(segment: SegmentRow): FoundItem {
  return { segment: withoutNames(draftOf(segment)), segmentId: segment.id };
}

/** Finding of a correction, or the found lines that an edited line is made of. */
function foundBy({ source, foundContent, foundData, startTime, endTime }: CorrectionRow): FoundItem[] {
  const row = { content: foundContent, data: foundData, startTime, endTime };
  const found = source === null ? [draftOf(row)] : (JSON.parse(source) as LineSource).lines;
  return found.map((segment) => ({ segment: withoutNames(segment), segmentId: null }));
}

function isPreview({ data }: SegmentRow): boolean {
  // Most have no such member, and parsing all takes longer than everything else.
  return data?.includes('"preview"') === true && (JSON.parse(data) as SegmentData).preview === true;
}

function draftOf({
  content,
  data,
  startTime,
  endTime,
}: Pick<SegmentRow, 'content' | 'data' | 'startTime' | 'endTime'>) {
  const parsed = data === null ? null : (JSON.parse(data) as SegmentData);
  return { content, start_time: startTime, end_time: endTime, data: parsed };
}

/** Undoes names and merges of speakers. */
function withoutNames(draft: SegmentDraft): SegmentDraft {
  const { original_speaker, assigned_speaker: _, ...data } = draft.data ?? {};
  const label = original_speaker ?? data.speaker_id;
  return label === undefined ? draft : { ...draft, data: { ...data, speaker: label, speaker_id: label } };
}

function byTime(a: SegmentDraft, b: SegmentDraft): number {
  return a.start_time - b.start_time || a.end_time - b.end_time || (a.content < b.content ? -1 : 1);
}
