import type { ModuleName } from '../../contract/analysis/modules.ts';
import type { LocalizedText, MessageRef } from '../../contract/message.ts';
import { sentence } from '../../core/texts/sentence.ts';
import type { Findings } from '../shared/findings/findings.ts';
import { isCutOff, screenTextsOf } from '../shared/findings/screen-text.ts';
import { coveringSounds, soundKind } from '../shared/findings/sounds.ts';

export interface Part {
  start: number;
  end: number;
}

/** Name of a part and its source. */
export interface Name {
  title: string;
  /** `title` by key, where the server made it. */
  text?: MessageRef;
  /** `title`: a title on the screen. Otherwise the module whose findings it is made of. */
  source: 'title' | ModuleName;
  stillTime: number | null;
}

/** A cut and a boundary this near (seconds) are one. */
const SLACK = 0.3;

/** Predominant sound of a part; null without audio events. */
export function soundName(part: Part, { of }: Findings): Name | null {
  const sounds = overlapping(part, coveringSounds(of('audioevents')));
  const time = (kind: string) =>
    sounds
      .filter((sound) => soundKind(sound) === kind)
      .reduce((sum, { start_time, end_time }) => sum + end_time - start_time, 0);
  const kinds = [
    { name: sentence('sound.speech'), time: time('speech') },
    { name: sentence('sound.other'), time: time('other') },
    { name: sentence('sound.silence'), time: time('silence') },
  ].sort((a, b) => b.time - a.time);
  const [{ name, time: most }] = kinds as [(typeof kinds)[number]];
  return most > 0 ? { ...titled(name), source: 'audioevents', stillTime: null } : null;
}

/** Longest text on the screen that names a part (characters). */
const TEXT_MAX = 60;

/** First text on the screen with a word, such as the head of a form, which is no larger than what is below it. */
export function textName(part: Part, { of }: Findings): Name | null {
  const found = screenTextsOf(overlapping(part, of('ocr'))).find(
    (text) => text.text.length <= TEXT_MAX && /\p{L}{3}/u.test(text.text) && !isCutOff(text),
  );
  return found ? { title: found.text, source: 'ocr', stillTime: null } : null;
}

/** Names a part by its shot numbers, as the last resort. */
export function shotsName({ start, end }: Part, { of }: Findings): Name {
  const shots = of('scenes');
  const first = shots.findIndex((shot) => shot.start_time >= start - SLACK) + 1;
  const last = shots.findLastIndex((shot) => shot.start_time < end - SLACK) + 1;
  const only = Math.max(1, last);
  const name =
    last > first
      ? sentence('chapter.shots', { first: String(first), last: String(last) })
      : sentence('chapter.shot', { number: String(only) });
  return { ...titled(name), source: 'scenes', stillTime: null };
}

/** Converts a generated name. */
export function titled({ message: title, text }: LocalizedText): Pick<Name, 'title' | 'text'> {
  return { title, ...(text && { text }) };
}

/** The findings in a part, cut to it. */
export function overlapping<Found extends { start_time: number; end_time: number }>(
  { start, end }: Part,
  found: readonly Found[],
) {
  return found
    .filter((one) => one.start_time < end && one.end_time > start)
    .map((one) => ({ ...one, start_time: Math.max(start, one.start_time), end_time: Math.min(end, one.end_time) }));
}
