import { foldWord } from '../../base/text-fold.ts';
import { type MessageRef, message } from '../../contract/message.ts';
import type { ModuleName } from '../../contract/modules.ts';
import type { Findings } from '../shared/findings/findings.ts';
import { confidentSegments, type LabelTime, labelParam, labelTimes } from '../shared/findings/labels.ts';
import { screenTextsOf } from '../shared/findings/screen-text.ts';
import { coveringSounds, soundTimes } from '../shared/findings/sounds.ts';
import { durationMessage, range, shortened } from '../shared/text/wording.ts';

/** Where a statement comes from. */
export interface Source {
  module: ModuleName;
  start_time: number;
  end_time: number;
}

/** A statement of findings only, with its sources. */
export interface Fact {
  text: MessageRef;
  sources: Source[];
}

const LABELS_MAX = 8;
/** So many labels are given with the time at which to see them. */
const LABELS_WITH_TIME = 3;
const TEXTS_MAX = 5;
const TEXT_LENGTH_MAX = 80;
/** From this share of the video on, something is there throughout. */
const THROUGHOUT = 0.95;

/** States findings about the video in short sentences; omits those without findings. */
export function factsOf(findings: Findings): Fact[] {
  return [length(findings), seen(findings), brands(findings), written(findings), heard(findings)].filter(
    (fact) => fact !== null,
  );
}

function length({ duration, hasPicture, of }: Findings): Fact | null {
  const shots = of('scenes');
  const sources: Source[] =
    shots.length > 0 ? [{ module: 'scenes', start_time: shots[0]!.start_time, end_time: shots.at(-1)!.end_time }] : [];
  if (duration <= 0) return null;
  const params = { duration: durationMessage(duration) };
  if (!hasPicture) return { text: message('summary.audio-only', params), sources };
  if (shots.length === 0) return { text: message('summary.length', params), sources };
  return { text: message('summary.shots', { ...params, count: shots.length }), sources };
}

function seen({ duration, of }: Findings): Fact | null {
  const labels = labelTimes(confidentSegments(of('visualelements'))).slice(0, LABELS_MAX);
  if (labels.length === 0) return null;
  const things = labels.map((label, i) => (i < LABELS_WITH_TIME ? withTime(label, duration) : labelParam(label.label)));
  return {
    text: message('summary.seen', { things }),
    sources: labels.map((label) => sourceOf('visualelements', label)),
  };
}

function brands({ duration, of }: Findings): Fact | null {
  const labels = labelTimes(confidentSegments(of('logos'))).slice(0, LABELS_MAX);
  if (labels.length === 0) return null;
  return {
    text: message('summary.brands', { things: labels.map((label) => withTime(label, duration)) }),
    sources: labels.map((label) => sourceOf('logos', label)),
  };
}

/** The largest and longest shown texts, in the order in which they appear. */
function written({ of }: Findings): Fact | null {
  const byText = new Map<string, { text: string; start: number; end: number; weight: number }>();
  for (const { text, start, end, place } of screenTextsOf(of('ocr'))) {
    if (!/\p{L}/u.test(text)) continue;
    const weight = (place?.lineHeight ?? 0.03) * Math.log(2 + end - start);
    const known = byText.get(foldWord(text));
    if (!known || weight > known.weight) byText.set(foldWord(text), { text, start, end, weight });
  }
  if (byText.size === 0) return null;
  const texts = [...byText.values()]
    .sort((a, b) => b.weight - a.weight || a.start - b.start)
    .slice(0, TEXTS_MAX)
    .sort((a, b) => a.start - b.start);
  const more = byText.size - texts.length;
  const quotes = texts.map(({ text }) => message('quoted', { text: shortened(text, TEXT_LENGTH_MAX) }));
  return {
    text:
      more > 0
        ? message('summary.screen-text-more', { texts: quotes, more })
        : message('summary.screen-text', { texts: quotes }),
    sources: texts.map((text) => sourceOf('ocr', text)),
  };
}

function heard({ duration, hasSound, hasPicture, of }: Findings): Fact | null {
  if (!hasSound) return hasPicture ? { text: message('summary.no-audio'), sources: [] } : null;
  const sounds = coveringSounds(of('audioevents'));
  const transcribed = of('transcription').length > 0;
  if (sounds.length === 0) return null;
  const { speech, silence, other } = soundTimes(sounds);
  const sources = [sourceOf('audioevents', { start: sounds[0]!.start_time, end: sounds.at(-1)!.end_time })];
  const time = (seconds: number) =>
    seconds >= duration * THROUGHOUT
      ? message('time.throughout')
      : message('time.for', { duration: durationMessage(seconds) });
  if (silence >= duration * THROUGHOUT) return { text: message('summary.silent'), sources };
  const parts: MessageRef[] = [];
  if (speech > 0) {
    const key = transcribed ? 'summary.speech' : 'summary.speech-untranscribed';
    parts.push(message(key, { time: time(speech) }));
  }
  if (other > 0) parts.push(message('summary.other-sound', { time: time(other) }));
  const sentences = [
    ...(parts.length > 0 ? [message('summary.audio', { parts })] : []),
    ...(speech <= 0 && !transcribed ? [message('summary.no-speech')] : []),
  ];
  return { text: message('sentences', { sentences }), sources };
}

function withTime({ label, start, end }: LabelTime, duration: number): MessageRef {
  const name = labelParam(label);
  return end - start >= duration * THROUGHOUT
    ? message('named.throughout', { name })
    : message('named.range', { name, time: range(start, end) });
}

function sourceOf(module: ModuleName, { start, end }: { start: number; end: number }): Source {
  return { module, start_time: start, end_time: end };
}
