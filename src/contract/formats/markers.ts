import type { ModuleName } from '../modules.ts';
import type { Results } from '../results.ts';

/** A finding as a marker of an editing program. */
export interface Marker {
  /** Seconds. */
  start: number;
  end: number;
  module: ModuleName;
  /** One line. */
  name: string;
  /** Citation ID, in recorded exports. */
  citation?: string;
}

/** A marker's name longer than this is cut: editing programs show one line of it. */
const NAME_MAX = 120;

/** The findings as markers, in time order. */
export function markersOf(results: Results): Marker[] {
  return results.segments
    .map(({ start_time, end_time, module, content, citation }) => ({
      start: start_time,
      end: Math.max(end_time, start_time),
      module,
      name: shorten(content.replace(/[\s\p{Cc}]+/gu, ' ').trim()),
      ...(citation !== undefined && { citation }),
    }))
    .sort((a, b) => a.start - b.start);
}

function shorten(text: string): string {
  return text.length <= NAME_MAX ? text : `${text.slice(0, NAME_MAX - 1).toWellFormed()}…`;
}

/** Escapes text for XML and HTML, in elements and attributes, and omits characters that XML 1.0 forbids. */
export function escapeMarkup(text: string): string {
  return (
    text
      .toWellFormed()
      // biome-ignore lint/suspicious/noControlCharactersInRegex: naming them is the point
      .replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g, '')
      .replace(/&/g, '&amp;')
      .replace(/</g, '&lt;')
      .replace(/>/g, '&gt;')
      .replace(/"/g, '&quot;')
      .replace(/'/g, '&#39;')
  );
}
