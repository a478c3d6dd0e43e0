import type { ModuleName } from '../../../../src/contract/analysis/modules.ts';
import type { Segment, SegmentData } from '../../../../src/contract/analysis/segment.ts';

let lastId = 0;

export function segment(
  start_time: number,
  end_time: number,
  content = 'x',
  module: ModuleName = 'visualelements',
  data: SegmentData | null = null,
): Segment {
  return { id: String(++lastId), module, content, start_time, end_time, data, engine: null };
}
