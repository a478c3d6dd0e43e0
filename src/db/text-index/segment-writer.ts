import type { ModuleName } from '../../contract/analysis/modules.ts';
import type { SegmentData, SegmentDraft } from '../../contract/analysis/segment.ts';
import { ReelscopeError } from '../../contract/errors.ts';
import { sentence } from '../../core/texts/sentence.ts';
import type { AuditLogWriter } from '../audit-log.ts';
import type { CorrectedSegment, Correction, Corrections } from '../corrections/corrections.ts';
import type { Speakers } from '../corrections/speakers.ts';
import type { ModuleFindings, SegmentVectors } from '../findings.ts';
import type { Db } from '../open.ts';
import type { CorrectionRow, SegmentRow } from '../schema.ts';
import { resultOf, type Steps } from '../steps.ts';
import type { VectorStore } from '../vectors/store.ts';
import type { DiscardedSegments } from './discarded-segments.ts';
import { type EditedLine, mergeLines, splitLine } from './line-source.ts';
import { scopeTerms, searchableText, termsOf } from './terms.ts';
import type { TextIndex } from './text-index.ts';

interface PreparedFindings {
  items: CorrectedSegment[];
  datas: (string | null)[];
  contents: string[];
}

export type SegmentWriter = ReturnType<typeof createSegmentWriter>;

// Compiled once, since a long video brings thousands of segments.
const INSERT_SEGMENT = `INSERT INTO segments (videoId, module, content, startTime, endTime, data, engine)
  VALUES (?, ?, ?, ?, ?, ?, ?) RETURNING id`;

/** Segments that are deleted at once. */
const MAX_DELETED = 250;

/** Segments per step, and vectors, whose codes are written again with each. */
const STEP_SEGMENTS = 250;
const STEP_VECTORS = 2500;

/** Findings of a module that are stored where nobody sees them, for `adopt`. */
export interface StagedFindings {
  /** Hidden video that holds them. */
  place: number;
  ids: number[];
  /** Stored facts of each, as JSON. */
  contents: string[];
}

/** Where a finding is stored, and who owns it. */
interface Target {
  videoId: number;
  /** Video that holds it until it is adopted; `videoId` otherwise. */
  place?: number;
  module: ModuleName;
  engine: string | null;
  userId: number | undefined;
}

/** Writes segments with their search entries and embeddings; every change applies to all three. */
export function createSegmentWriter(
  db: Db,
  index: TextIndex,
  discarded: DiscardedSegments,
  vectors: VectorStore,
  corrections: Corrections,
  speakers: Speakers,
  audit: AuditLogWriter,
) {
  const chosen = (videoId: number, module: ModuleName | undefined, withAdded: boolean) => {
    let query = db.sql.selectFrom('segments').select('id').where('videoId', '=', videoId);
    if (module !== undefined) query = query.where('module', '=', module);
    const added = db.sql.selectFrom('corrections').select('segmentId').where('videoId', '=', videoId);
    const kept = added.where('isAdded', '=', 1).where('segmentId', 'is not', null);
    return withAdded ? query : query.where('id', 'not in', kept);
  };

  const remove = (videoId: number, module?: ModuleName, withAdded = true): number =>
    db.transaction(() => {
      const ids = db.all(chosen(videoId, module, withAdded)).map(({ id }) => id);
      vectors.remove(videoId, module);
      if (ids.length > MAX_DELETED) discarded.take(ids);
      else {
        index.remove(ids);
        db.execute('DELETE FROM segments WHERE id IN (SELECT value FROM json_each(?))', JSON.stringify(ids));
      }
      return ids.length;
    });

  const dataOf = (videoId: number, found: SegmentData | null): string | null => {
    const named = speakers.name(videoId, found);
    return named === null ? null : JSON.stringify(named);
  };

  const insert = (
    { videoId, place = videoId, module, engine, userId }: Target,
    { content, start_time, end_time, data: found }: SegmentDraft,
    data = dataOf(videoId, found),
  ): number => {
    const [id] = db.column<number>(INSERT_SEGMENT, place, module, content, start_time, end_time, data, engine);
    const scope = scopeTerms({ userId, videoId, module, data: found });
    index.add(id!, scope, termsOf(searchableText(content, found)));
    return id!;
  };

  /** Updates a stored segment with its search terms. @param embedding of the new content; null without an engine */
  const update = (segment: SegmentRow, draft: SegmentDraft, embedding: SegmentVectors | null): void => {
    const { content, start_time: startTime, end_time: endTime } = draft;
    const data = dataOf(segment.videoId, draft.data);
    const change = { content, startTime, endTime, data };
    db.run(db.sql.updateTable('segments').set(change).where('id', '=', segment.id));
    const text = searchableText(content, draft.data);
    if (text === searchableText(segment.content, segment.data === null ? null : JSON.parse(segment.data))) return;
    const scope = scopeTerms({ ...segment, userId: ownerOf(db, segment.videoId), data: draft.data });
    index.change(segment.id, scope, termsOf(text));
    if (content !== segment.content) vectors.change(segment, embedding);
  };

  const removeOne = (segment: SegmentRow): void => {
    index.remove([segment.id]);
    vectors.change(segment, null);
    db.run(db.sql.deleteFrom('segments').where('id', '=', segment.id));
  };

  const rowOf = (id: number): SegmentRow => db.get(db.sql.selectFrom('segments').selectAll().where('id', '=', id))!;

  /** Records an edit of a finding. @param from, to its text before and after, or other values; null for none */
  const recordEdit = (
    { videoId, module, startTime: start_time, endTime: end_time }: SegmentRow,
    change: string,
    from: unknown,
    to: unknown,
  ): void =>
    audit.recordOf(videoId, { action: 'corrected', details: { module, start_time, end_time, change, from, to } });

  /** Steps of `replaceModule`, each of some 20 ms, for callers that commit between them. */
  function* replaceSteps(videoId: number, findings: ModuleFindings): Steps<number[]> {
    const video = db.get(db.sql.selectFrom('videos').select('id').where('id', '=', videoId));
    if (!video) throw new ReelscopeError('not_found', sentence('video.deleted'));
    const { module, engine, embeddings } = findings;
    if (embeddings && embeddings.vectors.length !== findings.segments.length) {
      throw new RangeError('There must be one vector for each segment.');
    }
    // Needs the segments of the earlier analysis.
    const segments = speakers.identify(videoId, findings.segments, findings.speakers);
    remove(videoId, module);
    yield;
    const items = corrections.applyTo(videoId, { ...findings, segments });
    yield;
    const ids = yield* storeSteps({ videoId, module, engine }, items, embeddings);
    link(items, ids);
    return ids;
  }

  const link = (items: readonly CorrectedSegment[], ids: readonly number[]): void => {
    for (const [i, { correctionId }] of items.entries())
      if (correctionId !== undefined) corrections.link(correctionId, ids[i]!);
  };

  /** Steps that store findings and their embeddings. @param datas as stored; by default as the video has them now */
  function* storeSteps(
    { videoId, place = videoId, module, engine }: Omit<Target, 'userId'>,
    items: readonly CorrectedSegment[],
    embeddings: ModuleFindings['embeddings'],
    datas?: readonly (string | null)[],
  ): Steps<number[]> {
    const userId = ownerOf(db, videoId);
    const ids: number[] = [];
    for (const [i, { segment, isAdded }] of items.entries()) {
      ids.push(insert({ videoId, place, module, engine: isAdded ? null : engine, userId }, segment, datas?.[i]));
      if (ids.length % STEP_SEGMENTS === 0) yield;
    }
    const known = items.flatMap(({ vector }, i) => (vector ? [{ id: ids[i]!, vector }] : []));
    for (let at = 0; embeddings && (at === 0 || at < known.length); at += STEP_VECTORS) {
      const part = known.slice(at, at + STEP_VECTORS);
      const batch = { ...embeddings, vectors: part.map(({ vector }) => vector) };
      const partIds = part.map(({ id }) => id);
      if (at === 0) vectors.put(place, module, partIds, batch);
      else vectors.add(place, module, partIds, batch);
      yield;
    }
    return ids;
  }

  /** Findings with the corrections and names of their video, as they would be stored now. */
  const prepare = (videoId: number, findings: ModuleFindings): PreparedFindings => {
    const items = corrections.applyTo(videoId, findings);
    const datas = items.map(({ segment }) => dataOf(videoId, segment.data));
    const contents = items.map(({ segment: { content, start_time, end_time }, isAdded }, i) =>
      JSON.stringify([content, start_time, end_time, datas[i], isAdded === true]),
    );
    return { items, datas, contents };
  };

  const writeLine = (segment: SegmentRow, line: EditedLine): void => {
    update(segment, corrections.changeLine(segment, line), null);
  };

  return {
    /**
     * Deletes the segments of a video, or of one module of it; returns their number.
     * @param withAdded whether those that a user added are deleted as well
     */
    remove,

    /** Adds a finding of a user; returns its id. @param embedding of its content; null without an engine */
    add(videoId: number, module: ModuleName, draft: SegmentDraft, embedding: SegmentVectors | null): number {
      return db.transaction(() => {
        const id = insert({ videoId, module, engine: null, userId: ownerOf(db, videoId) }, draft);
        const segment = rowOf(id);
        corrections.addition(segment, embedding);
        if (embedding) vectors.add(videoId, module, [id], embedding);
        recordEdit(segment, 'added', null, draft.content);
        return id;
      });
    },

    /** Replaces the content of a finding. @param embedding of the new content; null without an engine */
    correct(segment: SegmentRow, correction: Correction, embedding: SegmentVectors | null): void {
      db.transaction(() => {
        const draft = corrections.change(segment, correction, embedding);
        update(segment, draft, embedding);
        const [from, to] = differences(segment, draft);
        if (from !== undefined) recordEdit(segment, 'edited', from, to);
      });
    },

    /** Removes a finding as a correction; returns an id for `restore`. */
    discard(segment: SegmentRow): number {
      return db.transaction(() => {
        const correctionId = corrections.removal(segment);
        recordEdit(segment, 'removed', segment.content, null);
        removeOne(segment);
        return correctionId;
      });
    },

    /** Stores a removed finding of a video again; returns its new id, or undefined if there is no such removal. */
    restore(videoId: number, correctionId: number): number | undefined {
      return db.transaction(() => {
        const row: CorrectionRow | undefined = corrections.removed(videoId, correctionId);
        if (!row) return undefined;
        const { module } = row;
        const sibling = db.sql.selectFrom('segments').select('engine').where('videoId', '=', videoId);
        const engine = row.isAdded ? null : (db.get(sibling.where('module', '=', module).limit(1))?.engine ?? null);
        const userId = ownerOf(db, videoId);
        const id = insert({ videoId, module, engine, userId }, corrections.formOf(row));
        corrections.restore(row, id);
        const stored = rowOf(id);
        recordEdit(stored, 'restored', null, stored.content);
        return id;
      });
    },

    /**
     * Splits a line of a transcript at an offset of its content; returns the id of the new second line, or undefined
     * if one side would have no word.
     */
    split(segment: SegmentRow, at: number): number | undefined {
      return db.transaction(() => {
        const lines = splitLine(corrections.lineOf(segment), at);
        if (!lines) return undefined;
        const [first, second] = lines;
        writeLine(segment, first);
        const { videoId, module, engine } = segment;
        const { content, start: start_time, end: end_time } = second;
        const id = insert(
          { videoId, module, engine, userId: ownerOf(db, videoId) },
          { content, start_time, end_time, data: null },
        );
        writeLine(rowOf(id), second);
        recordEdit(segment, 'split', segment.content, [first.content, second.content]);
        return id;
      });
    },

    /** Merges a line of a transcript with the next one, which is deleted. */
    merge(segment: SegmentRow, next: SegmentRow): void {
      db.transaction(() => {
        const merged = mergeLines(corrections.lineOf(segment), corrections.lineOf(next));
        corrections.forget(next.id);
        removeOne(next);
        writeLine(segment, merged);
        recordEdit(segment, 'merged', [segment.content, next.content], merged.content);
      });
    },

    /**
     * Replaces a module's findings in one transaction, with corrections applied; returns the ids in time order.
     * @throws ReelscopeError `not_found` if the video is gone
     */
    replaceModule: (videoId: number, findings: ModuleFindings): number[] =>
      db.transaction(() => resultOf(replaceSteps(videoId, findings))),

    replaceSteps,

    prepare,

    /** Steps that store prepared findings where nobody sees them. @param place a hidden video */
    *stageSteps(
      videoId: number,
      place: number,
      { module, engine, embeddings }: ModuleFindings,
      { items, datas, contents }: PreparedFindings,
    ): Steps<StagedFindings> {
      const ids = yield* storeSteps({ videoId, place, module, engine }, items, embeddings, datas);
      return { place, ids, contents };
    },

    /**
     * Replaces a module's findings by staged ones; false, without a change, if they are not what would be stored now,
     * such as after a correction.
     */
    adopt(videoId: number, findings: ModuleFindings, { place, ids, contents }: StagedFindings): boolean {
      return db.transaction(() => {
        const { module } = findings;
        const now = prepare(videoId, findings);
        if (now.contents.length !== contents.length || now.contents.some((each, i) => each !== contents[i]))
          return false;
        remove(videoId, module);
        db.execute('UPDATE segments SET videoId = ? WHERE videoId = ? AND module = ?', videoId, place, module);
        index.move(ids, { userId: ownerOf(db, videoId)!, videoId, module });
        vectors.move(place, videoId, module);
        link(now.items, ids);
        return true;
      });
    },

    /**
     * Adds findings of a module that is still running: without embeddings, and without corrections, which need the
     * complete findings. Returns the ids in order.
     * @throws ReelscopeError `not_found` if the video is gone
     */
    append(videoId: number, { module, engine, segments }: Omit<ModuleFindings, 'embeddings'>): number[] {
      return db.transaction(() => {
        const video = db.get(db.sql.selectFrom('videos').select('id').where('id', '=', videoId));
        if (!video) throw new ReelscopeError('not_found', sentence('video.deleted'));
        const place = { videoId, module, engine, userId: ownerOf(db, videoId) };
        return segments.map((segment) => insert(place, segment));
      });
    },
  };
}

/** Text, label, or speaker that an edit changes, before and after; undefined if none. */
function differences(segment: SegmentRow, draft: SegmentDraft): [unknown, unknown] {
  const before = segment.data === null ? null : (JSON.parse(segment.data) as SegmentData);
  const facts = [
    ['content', segment.content, draft.content],
    ['label', before?.label, draft.data?.label],
    ['speaker', before?.assigned_speaker, draft.data?.assigned_speaker],
    ['start_time', segment.startTime, draft.start_time],
    ['end_time', segment.endTime, draft.end_time],
  ] as const;
  const changed = facts.filter(([, from, to]) => from !== to);
  if (changed.length === 0) return [undefined, undefined];
  const [only] = changed;
  // Most edits change the text alone.
  if (changed.length === 1 && only![0] === 'content') return [segment.content, draft.content];
  return [
    Object.fromEntries(changed.map(([name, from]) => [name, from ?? null])),
    Object.fromEntries(changed.map(([name, , to]) => [name, to ?? null])),
  ];
}

function ownerOf(db: Db, videoId: number): number | undefined {
  return db.get(db.sql.selectFrom('videos').select('userId').where('id', '=', videoId))?.userId;
}
