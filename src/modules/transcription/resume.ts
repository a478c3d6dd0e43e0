import type { SegmentDraft } from '../../contract/analysis/segment.ts';
import type { ModuleContext } from '../module.ts';

/** Findings of an earlier attempt with the same model, up to its last finished chunk. @param model id */
export function resumableSegments({ resumed }: ModuleContext, model: string): readonly SegmentDraft[] {
  if (!resumed?.engine?.startsWith(`${model}@`)) return [];
  const last = resumed.segments.findLastIndex((segment) => segment.data?.['heard_until'] !== undefined);
  return resumed.segments.slice(0, last + 1);
}

/** Time in seconds up to which these segments are complete. */
export function resumePosition(segments: readonly SegmentDraft[]): number {
  const until = segments.at(-1)?.data?.['heard_until'];
  return typeof until === 'number' ? until : 0;
}

/** Language of the last line; null without lines, or where the engine reports none. */
export function languageOfLines(segments: readonly SegmentDraft[]): string | null {
  const language = segments.at(-1)?.data?.['language'];
  return typeof language === 'string' ? language : null;
}

/** Segments of a chunk with the position in seconds up to which they are complete. */
export function withResumePosition(chunk: readonly SegmentDraft[], until: number): SegmentDraft[] {
  return chunk.map((segment, i) =>
    i === chunk.length - 1 ? { ...segment, data: { ...segment.data, heard_until: until } } : segment,
  );
}

/** Final findings, which have no positions. */
export function withoutResumePositions(segments: readonly SegmentDraft[]): SegmentDraft[] {
  return segments.map(({ data, ...segment }) => {
    const { heard_until: _, ...facts } = data ?? {};
    return { ...segment, data: facts };
  });
}
