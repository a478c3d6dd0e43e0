import type { Segment } from '../../../../contract/analysis/segment.ts';

/** Objects and texts named of a shot. */
const MAX_OBJECTS = 4;
const MAX_TEXTS = 2;
const MAX_TEXT_LENGTH = 40;
/** A finding belongs to the shots in which it is for so long, or half of its time (seconds). */
const MIN_OVERLAP = 0.5;
/** Less confident objects are not stated. */
const MIN_CONFIDENCE = 0.42;

/**
 * Returns the contents of each shot by the shot's id: objects, the longest first, then texts in quotes. Pure.
 * @param quoted puts a text in the quotation marks of a language
 */
export function shotContents(
  segments: readonly Segment[],
  quoted: (text: string) => string,
): ReadonlyMap<string, string> {
  const shots = segments.filter(({ module }) => module === 'scenes');
  const shown = segments.filter(
    ({ module, data }) =>
      (module === 'visualelements' && (data?.confidence ?? 1) >= MIN_CONFIDENCE) || module === 'ocr',
  );
  const contents = new Map<string, string>();
  let from = 0;
  for (const shot of shots) {
    // Findings are in order of their start; those that ended before this shot can't come up again.
    while (from < shown.length && shown[from]!.end_time <= shot.start_time) from++;
    const own: { segment: Segment; overlap: number }[] = [];
    for (let i = from; i < shown.length && shown[i]!.start_time < shot.end_time; i++) {
      const segment = shown[i]!;
      const overlap = Math.min(segment.end_time, shot.end_time) - Math.max(segment.start_time, shot.start_time);
      const needed = Math.min(MIN_OVERLAP, (segment.end_time - segment.start_time) / 2);
      if (overlap > 0 && overlap >= needed) own.push({ segment, overlap });
    }
    own.sort((a, b) => b.overlap - a.overlap);
    const of = (module: string) => own.filter(({ segment }) => segment.module === module).map(({ segment }) => segment);
    const objects = distinct(of('visualelements').map(({ content }) => content.replace(/ ×\d+$/, '')));
    const texts = distinct(of('ocr').map(({ content }) => content.replace(/\s+/g, ' ')));
    const parts = [
      objects.slice(0, MAX_OBJECTS).join(', '),
      texts
        .slice(0, MAX_TEXTS)
        .map((text) => quoted(text.length > MAX_TEXT_LENGTH ? `${text.slice(0, MAX_TEXT_LENGTH).trimEnd()}…` : text))
        .join(', '),
    ].filter((part) => part !== '');
    if (parts.length > 0) contents.set(shot.id, parts.join(' · '));
  }
  return contents;
}

function distinct(texts: readonly string[]): string[] {
  return [...new Set(texts)];
}
