import type { Box, SegmentData, SegmentDraft } from '../../contract/analysis/segment.ts';
import type { Region } from '../../contract/search/visual.ts';

/** Distance of a box from the edge of a view below which the edge cuts it, as a fraction of the view. */
const EDGE = 0.004;

/** Returns a finding of a view of a range at its time in the video and its place in the frame. Pure. */
export function placeFinding(draft: SegmentDraft, start: number, view: Region): SegmentDraft {
  const { boxes, words, still_time, repetitions } = draft.data ?? {};
  const later = <Timed extends { start_time: number; end_time: number }>(timed: Timed): Timed => ({
    ...timed,
    start_time: timed.start_time + start,
    end_time: timed.end_time + start,
  });
  const data: SegmentData = {
    ...draft.data,
    ...(boxes && { boxes: boxes.map((box) => placeBox(box, start, view)) }),
    ...(words && { words: words.map(later) }),
    ...(still_time !== undefined && { still_time: still_time + start }),
    ...(repetitions && { repetitions: repetitions.map(later) }),
  };
  return { ...later(draft), data };
}

function placeBox(box: Box, start: number, view: Region): Box {
  return {
    ...box,
    x: view.x + box.x * view.width,
    y: view.y + box.y * view.height,
    width: box.width * view.width,
    height: box.height * view.height,
    ...(box.time !== undefined && { time: box.time + start }),
  };
}

/** Whether an edge of a view that is no edge of the frame cuts a finding, which another view shows whole. Pure. */
export function isCut({ data }: SegmentDraft, view: Region): boolean {
  const boxes = data?.boxes ?? [];
  const isAt = ({ x, y, width, height }: Box): boolean =>
    (view.x > 0 && x < EDGE) ||
    (view.y > 0 && y < EDGE) ||
    (view.x + view.width < 1 - EDGE && x + width > 1 - EDGE) ||
    (view.y + view.height < 1 - EDGE && y + height > 1 - EDGE);
  return boxes.length > 0 && boxes.every(isAt);
}
