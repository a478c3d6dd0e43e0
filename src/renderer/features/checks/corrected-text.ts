import type { CheckedPassage, CheckedText } from '../../../contract/evidence/checks.ts';

/** Puts the suggestion of a passage into a text, and moves the passages behind it. Pure. */
export function correctedText(
  text: string,
  checked: CheckedText,
  index: number,
): { text: string; checked: CheckedText } | undefined {
  const suggestion = checked.passages[index]?.suggestion;
  if (!suggestion) return undefined;
  const { start, end, text: words } = suggestion;
  const changed = text.slice(0, start) + words + text.slice(end);
  const shift = words.length - (end - start);
  const newPosition = (at: number) => (at >= end ? at + shift : at);
  const passages = checked.passages.map((passage, i): CheckedPassage => {
    const place = { start: newPosition(passage.start), end: newPosition(passage.end) };
    const other = passage.suggestion;
    const isInWay = other !== null && other.start < end && other.end > start;
    const later = other && !isInWay ? { ...other, start: newPosition(other.start), end: newPosition(other.end) } : null;
    return {
      ...passage,
      ...place,
      text: changed.slice(place.start, place.end),
      suggestion: i === index ? null : later,
    };
  });
  return { text: changed, checked: { ...checked, passages } };
}
