import { MODULE_NAMES } from '../../contract/analysis/module-catalog.ts';
import type { Results } from '../../contract/analysis/results.ts';
import type { Segment } from '../../contract/analysis/segment.ts';
import type { VideoCitations } from '../../contract/evidence/citations.ts';

/** Adds their citations to findings, which may be translated or a part of all. Pure. */
export function citeResults(results: Results, { citations }: Pick<VideoCitations, 'citations'>): Results {
  const ids = new Map(citations.map(({ segment_id, citation }) => [segment_id, citation]));
  const cited = (segment: Segment): Segment => {
    const citation = ids.get(segment.id);
    return citation === undefined ? segment : { ...segment, citation };
  };
  const lists = MODULE_NAMES.flatMap((name) => (results[name] ? [[name, results[name].map(cited)] as const] : []));
  return { ...results, segments: results.segments.map(cited), ...Object.fromEntries(lists) };
}
