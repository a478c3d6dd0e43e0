import { foldWord } from '../../base/text-fold.ts';
import { type Message, type MessageParam, message } from '../../contract/message.ts';
import type { ModuleName } from '../../contract/modules.ts';
import type { Findings } from '../shared/findings/findings.ts';
import { confidentSegments, type LabelTime, labelParam, labelTimes } from '../shared/findings/labels.ts';
import { screenTextsOf } from '../shared/findings/screen-text.ts';
import { soundTimes } from '../shared/findings/sounds.ts';
import { durationInWords, durationMessage, formatCount, range, shortened } from '../shared/text/wording.ts';

/** Where a statement comes from. */
export interface Source {
  module: ModuleName;
  start_time: number;
  end_time: number;
}

/** A sentence that states findings only. */
export interface Fact {
  text: string;
  /** `text` by key. */
  message: Message;
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
  const time = capitalizedDuration(duration);
  const params = { duration: durationMessage(duration) };
  if (!hasPicture) return { text: `${time}, audio only.`, message: message('summary.audio-only', params), sources };
  if (shots.length === 0) return { text: `${time} long.`, message: message('summary.length', params), sources };
  return {
    text: `${time} in ${shots.length === 1 ? 'one shot' : formatCount(shots.length, 'shot')}.`,
    message: message('summary.shots', { ...params, count: shots.length }),
    sources,
  };
}

function capitalizedDuration(seconds: number): string {
  const words = durationInWords(seconds);
  return words.startsWith('less') ? 'Less than a second' : words;
}

function seen({ duration, of }: Findings): Fact | null {
  const labels = labelTimes(confidentSegments(of('visualelements'))).slice(0, LABELS_MAX);
  if (labels.length === 0) return null;
  const names = labels.map((label, i) => (i < LABELS_WITH_TIME ? withTime(label, duration) : label.label));
  const things = labels.map((label, i) =>
    i < LABELS_WITH_TIME ? withTimeMessage(label, duration) : labelParam(label.label),
  );
  return {
    text: `Objects: ${names.join(', ')}.`,
    message: message('summary.seen', { things }),
    sources: labels.map((label) => sourceOf('visualelements', label)),
  };
}

function brands({ duration, of }: Findings): Fact | null {
  const labels = labelTimes(confidentSegments(of('logos'))).slice(0, LABELS_MAX);
  if (labels.length === 0) return null;
  const names = labels.map((label) => withTime(label, duration));
  return {
    text: `Brands: ${names.join(', ')}.`,
    message: message('summary.brands', { things: labels.map((label) => withTimeMessage(label, duration)) }),
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
  const quotes = texts.map(({ text }) => `“${shortened(text, TEXT_LENGTH_MAX)}”`).join(', ');
  const more = byText.size - texts.length;
  return {
    text: `Text on screen: ${quotes}${more > 0 ? ` and ${more} more` : ''}.`,
    message: message(more > 0 ? 'summary.screen-text-more' : 'summary.screen-text', {
      texts: texts.map(({ text }) => message('quoted', { text: shortened(text, TEXT_LENGTH_MAX) })),
      ...(more > 0 && { more }),
    }),
    sources: texts.map((text) => sourceOf('ocr', text)),
  };
}

function heard({ duration, hasSound, hasPicture, of }: Findings): Fact | null {
  if (!hasSound) return hasPicture ? { text: 'No audio.', message: message('summary.no-audio'), sources: [] } : null;
  const sounds = of('audioevents');
  const transcribed = of('transcription').length > 0;
  if (sounds.length === 0) return null;
  const { speech, silence, other } = soundTimes(sounds);
  const sources = [sourceOf('audioevents', { start: sounds[0]!.start_time, end: sounds.at(-1)!.end_time })];
  const long = (seconds: number) =>
    seconds >= duration * THROUGHOUT ? 'throughout' : `for ${durationInWords(seconds)}`;
  const longMessage = (seconds: number) =>
    seconds >= duration * THROUGHOUT
      ? message('time.throughout')
      : message('time.for', { duration: durationMessage(seconds) });
  const parts: string[] = [];
  const partMessages: Message[] = [];
  if (silence >= duration * THROUGHOUT)
    return { text: 'Silent throughout.', message: message('summary.silent'), sources };
  if (speech > 0) {
    parts.push(`speech ${long(speech)}${transcribed ? '' : ' (not transcribed)'}`);
    const key = transcribed ? 'summary.speech' : 'summary.speech-untranscribed';
    partMessages.push(message(key, { time: longMessage(speech) }));
  }
  if (other > 0) {
    parts.push(`music or noise ${long(other)}`);
    partMessages.push(message('summary.other-sound', { time: longMessage(other) }));
  }
  const sound = parts.length > 0 ? `Audio: ${parts.join('; ')}.` : '';
  const isSilent = speech <= 0 && !transcribed;
  const sentences: MessageParam[] = [
    ...(partMessages.length > 0 ? [message('summary.audio', { parts: partMessages })] : []),
    ...(isSilent ? [message('summary.no-speech')] : []),
  ];
  return {
    text: [sound, isSilent ? 'No speech.' : ''].filter(Boolean).join(' '),
    message: message('sentences', { sentences }),
    sources,
  };
}

function withTime({ label, start, end }: LabelTime, duration: number): string {
  return end - start >= duration * THROUGHOUT ? `${label} (throughout)` : `${label} (${range(start, end)})`;
}

function withTimeMessage({ label, start, end }: LabelTime, duration: number): Message {
  const name = labelParam(label);
  return end - start >= duration * THROUGHOUT
    ? message('named.throughout', { name })
    : message('named.range', { name, time: range(start, end) });
}

function sourceOf(module: ModuleName, { start, end }: { start: number; end: number }): Source {
  return { module, start_time: start, end_time: end };
}
