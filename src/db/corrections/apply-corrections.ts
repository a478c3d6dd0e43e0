import type { ModuleName } from '../../contract/analysis/modules.ts';
import type { SegmentDraft } from '../../contract/analysis/segment.ts';
import type { ModuleFindings } from '../findings.ts';
import type { CorrectionRow } from '../schema.ts';
import { fold } from '../text-index/terms.ts';
import { toFloats } from '../vectors/binary-codes.ts';
import { correctedRow, formOf, foundIn } from './corrected-form.ts';
import { matchCorrections } from './correction-match.ts';
import { isIn, type TimeRange, withoutRanges } from './transcript-merge.ts';

/** A finding to be stored, with the correction applied to it. */
export interface CorrectedSegment {
  segment: SegmentDraft;
  /** Undefined if there is none for this text. */
  vector: Float32Array | undefined;
  correctionId: number | undefined;
  /** Whether a user added it, so that no engine found it. */
  isAdded?: boolean;
}

/** Applies the corrections of a module to its new findings; returns them in time order. Pure. */
export function applyCorrections(
  corrections: readonly CorrectionRow[],
  { module, segments, embeddings }: ModuleFindings,
): CorrectedSegment[] {
  const found = segments.map(
    (segment, i): CorrectedSegment => ({ segment, vector: embeddings?.vectors[i], correctionId: undefined }),
  );
  if (corrections.length === 0) return found;
  const added = corrections.filter((row) => row.isAdded && !row.isRemoved);
  const pairs = pairedWith(
    found,
    corrections.filter((row) => !row.isAdded),
    module,
  );
  const replaced = new Set(pairs.map(({ match }) => match));
  // A line of speech that was added replaces what this analysis heard there.
  const ownLines = module === 'transcription' ? added : [];
  const covered = [...pairs.flatMap(({ row, isOwnLine }) => (isOwnLine ? [row] : [])), ...ownLines].map(
    ({ startTime: start, endTime: end }) => ({ start, end }),
  );
  const edited = pairs.flatMap(({ row, match }): CorrectedSegment[] => {
    if (row.isRemoved) return [];
    // An edited finding is kept even if this analysis did not find it.
    const segment = correctedRow(match?.segment ?? foundIn(row), row);
    const vector = row.content === null ? match?.vector : vectorOf(row, embeddings?.model);
    return [{ segment, vector, correctionId: row.id }];
  });
  const additions = added.map((row) => ({
    segment: formOf(row),
    vector: vectorOf(row, embeddings?.model),
    correctionId: row.id,
    isAdded: true,
  }));
  const kept = found.filter((item) => !replaced.has(item)).flatMap((item) => partsOutside(item, covered));
  return [...kept, ...edited, ...additions].sort((a, b) => a.segment.start_time - b.segment.start_time);
}

/** Corrections of findings, each with the new finding that it replaces, if any. */
function pairedWith(found: readonly CorrectedSegment[], rows: readonly CorrectionRow[], module: ModuleName) {
  const sought = rows.map(({ foundContent: content, startTime, endTime }) => ({ content, startTime, endTime }));
  const segments = found.map(({ segment }) => segment);
  return matchCorrections(module, sought, segments).map((position, i) => {
    const row = rows[i]!;
    const match = position === undefined ? undefined : found[position]!;
    // Other words may be divided into other lines, which would repeat or lose words around an edited line.
    const isOwnLine = module === 'transcription' && (row.source !== null || isReworded(row, match?.segment));
    return { row, match: isOwnLine ? undefined : match, isOwnLine };
  });
}

function isReworded({ isRemoved, foundContent }: CorrectionRow, match: SegmentDraft | undefined): boolean {
  return !isRemoved && fold(match?.content ?? '') !== fold(foundContent);
}

/** Parts of a finding outside of the ranges that the user's lines cover. */
function partsOutside(item: CorrectedSegment, covered: readonly TimeRange[]): CorrectedSegment[] {
  if (!covered.some((range) => isIn(item.segment, range))) return [item];
  return withoutRanges(item.segment, covered).map((segment) =>
    segment === item.segment ? item : { segment, vector: undefined, correctionId: undefined },
  );
}

function vectorOf({ model, embedding }: CorrectionRow, wanted: string | undefined): Float32Array | undefined {
  return embedding !== null && model === wanted ? toFloats(embedding) : undefined;
}
