import { type Message, message } from '../../contract/message.ts';
import type { ModuleName } from '../../contract/modules.ts';
import type { Findings } from '../shared/findings/findings.ts';
import { soundKind } from '../shared/findings/sounds.ts';

export interface Part {
  start: number;
  end: number;
}

/** Name of a part and its source. */
export interface Name {
  title: string;
  /** `title` by key, where the server made it. */
  text?: Message;
  /** `title`: a title on the screen. Otherwise the module whose findings it is made of. */
  source: 'title' | ModuleName;
  stillTime: number | null;
}

/** A cut and a boundary this near (seconds) are one. */
const SLACK = 0.3;

/** Predominant sound of a part; null without audio events. */
export function soundName(part: Part, { of }: Findings): Name | null {
  const sounds = overlapping(part, of('audioevents'));
  const time = (kind: string) =>
    sounds
      .filter((sound) => soundKind(sound) === kind)
      .reduce((sum, { start_time, end_time }) => sum + end_time - start_time, 0);
  const kinds = [
    { title: 'Speech', text: message('sound.speech'), time: time('speech') },
    { title: 'Music or noise', text: message('sound.other'), time: time('other') },
    { title: 'Silence', text: message('sound.silence'), time: time('silence') },
  ].sort((a, b) => b.time - a.time);
  const [{ title, text, time: most }] = kinds as [(typeof kinds)[number]];
  return most > 0 ? { title, text, source: 'audioevents', stillTime: null } : null;
}

/** Names a part by its shot numbers, as the last resort. */
export function shotsName({ start, end }: Part, { of }: Findings): Name {
  const shots = of('scenes');
  const first = shots.findIndex((shot) => shot.start_time >= start - SLACK) + 1;
  const last = shots.findLastIndex((shot) => shot.start_time < end - SLACK) + 1;
  const only = Math.max(1, last);
  return last > first
    ? {
        title: `Shots ${first}–${last}`,
        text: message('chapter.shots', { first, last }),
        source: 'scenes',
        stillTime: null,
      }
    : { title: `Shot ${only}`, text: message('chapter.shot', { number: only }), source: 'scenes', stillTime: null };
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
