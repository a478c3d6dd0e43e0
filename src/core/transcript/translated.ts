import type { Segment } from '../../contract/analysis/segment.ts';

/** Whether any transcript line has an English translation. */
export function hasTranslation(segments: readonly Segment[]): boolean {
  return segments.some(({ data }) => data?.translation !== undefined);
}

/**
 * Segments with the translation of transcript lines as their content. Lines in English stay; lines of which nothing was
 * translated are left out. Words have no times in the translation. Pure.
 */
export function translated(segments: readonly Segment[]): Segment[] {
  return segments.flatMap((segment) => {
    const { translation, words: _, ...facts } = segment.data ?? {};
    if (segment.module !== 'transcription' || facts['language'] === 'en') return [segment];
    return translation === undefined ? [] : [{ ...segment, content: translation, data: facts }];
  });
}
