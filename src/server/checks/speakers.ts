import { foldLetters } from '../../base/text-fold.ts';
import type { Segment } from '../../contract/analysis/segment.ts';
import { namedSpeakerOf } from '../../core/labels/named-speaker.ts';

const MIN_NAME_LETTERS = 3;

/** Whether two names may be of one person: `Mayor Moss` and `Linda Moss`, not `Anna Berg` and `Anna Moss`. Pure. */
export function isSamePerson(a: string, b: string): boolean {
  const [x, y] = [a, b].map((name) =>
    name
      .split(/\s+/)
      .map(foldLetters)
      .filter((word) => word.length >= MIN_NAME_LETTERS),
  );
  if (x!.length === 0 || y!.length === 0) return foldLetters(a) === foldLetters(b);
  if (x!.at(-1) === y!.at(-1)) return true;
  // A first name alone.
  return (x!.length === 1 && y!.includes(x![0]!)) || (y!.length === 1 && x!.includes(y![0]!));
}

/**
 * Whether a line was said by somebody else than a text states. A speaker without a name may be the person, unless
 * another speaker of the video has the name.
 * @param speakers named speakers of the video by their labels
 */
export function isOtherSpeaker(line: Segment, sayer: string, speakers: ReadonlyMap<string, string>): boolean {
  const name = namedSpeakerOf(line);
  if (name !== null) return !isSamePerson(sayer, name);
  const label = line.data?.speaker_id;
  return label !== undefined && [...speakers].some(([other, known]) => other !== label && isSamePerson(sayer, known));
}

/** Named speakers of lines by their labels. */
export function namedSpeakers(lines: readonly Segment[]): Map<string, string> {
  const names = new Map<string, string>();
  for (const line of lines) {
    const name = namedSpeakerOf(line);
    if (name !== null) names.set(line.data?.speaker_id ?? name, name);
  }
  return names;
}
