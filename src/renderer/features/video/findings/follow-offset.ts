/**
 * Scroll offset that follows playback: centers the finding that started last and keeps the earliest playing one in
 * view, if both fit. A chapter that began long before would otherwise hold the list in place.
 * @param begun index of the finding that started last
 * @param playing indexes of playing findings, ascending
 * @param offsetOf scroll offset in pixels that aligns a row with the viewport
 */
export function followOffset(
  begun: number,
  playing: readonly number[],
  offsetOf: (index: number, align: 'start' | 'center' | 'end') => number,
): number {
  const middle = offsetOf(begun, 'center');
  const lowest = offsetOf(begun, 'end');
  const earliest = playing.map((i) => offsetOf(Math.min(i, begun), 'start')).find((top) => top >= lowest);
  return Math.min(middle, earliest ?? middle);
}
