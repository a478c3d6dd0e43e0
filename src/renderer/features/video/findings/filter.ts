import { foldText } from '../../../../base/text-fold.ts';
import type { ModuleName } from '../../../../contract/analysis/modules.ts';
import type { Segment } from '../../../../contract/analysis/segment.ts';

/** Filter of the findings list. */
export interface Filter {
  text: string;
  /** Empty for all. */
  modules: readonly ModuleName[];
  label: string | null;
  /** 0..1; findings without a confidence pass. */
  confidence: number;
}

export const NO_FILTER: Filter = { text: '', modules: [], label: null, confidence: 0 };

const folded = new WeakMap<Segment, string>();

/** Filters findings and keeps their order. Every word must occur. */
export function filterFindings(segments: readonly Segment[], filter: Filter): readonly Segment[] {
  if (!isFiltering(filter)) return segments;
  const words = filterWords(filter.text);
  return segments.filter((segment) => {
    if (filter.modules.length > 0 && !filter.modules.includes(segment.module)) return false;
    if (filter.label !== null && segment.data?.label !== filter.label) return false;
    if ((segment.data?.confidence ?? 1) < filter.confidence) return false;
    return words.length === 0 || words.every((word) => textOf(segment).includes(word));
  });
}

/** Folded words of the filter field, including punctuation. */
export function filterWords(text: string): string[] {
  return foldText(text).split(/\s+/).filter(Boolean);
}

export function isFiltering({ text, modules, label, confidence }: Filter): boolean {
  return text.trim() !== '' || modules.length > 0 || label !== null || confidence > 0;
}

/** Labels with their counts, most frequent first. */
export function countLabels(segments: readonly Segment[], most: number): { label: string; count: number }[] {
  const counts = new Map<string, number>();
  for (const { data } of segments) {
    if (data?.label !== undefined) counts.set(data.label, (counts.get(data.label) ?? 0) + 1);
  }
  const all = [...counts].map(([label, count]) => ({ label, count }));
  return all.sort((a, b) => b.count - a.count || a.label.localeCompare(b.label)).slice(0, most);
}

function textOf(segment: Segment): string {
  let text = folded.get(segment);
  if (text === undefined) {
    text = foldText(`${segment.content} ${segment.data?.label ?? ''}`);
    folded.set(segment, text);
  }
  return text;
}
