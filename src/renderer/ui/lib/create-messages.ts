import { toError } from '../../../base/errors.ts';
import type { Translate } from '../../../base/translate.ts';
import { type ErrorCode, ReelscopeError } from '../../../contract/errors.ts';
import type { JobStatus } from '../../../contract/job.ts';
import type { Message, MessageParam } from '../../../contract/message.ts';
import { moduleTexts } from '../../../contract/module-display.ts';
import { isModuleName } from '../../../contract/modules.ts';
import type { Segment } from '../../../contract/segment.ts';
import en from '../../locales/en/messages.json' with { type: 'json' };
import type { Language } from './preferences.ts';

type Key = Parameters<Translate<keyof typeof en>>[0];
type LabelKey = Extract<Key, `label.${string}`>;
type SentenceKey = Exclude<Key, LabelKey>;
type Values = Record<string, string | number>;

const KEYS: ReadonlySet<string> = new Set(Object.keys(en).map((key) => key.replace(/_(one|other)$/, '')));
/** Separators of lists; other lists are enumerations. */
const SEPARATORS: Readonly<Record<string, string>> = { lines: '\n', sentences: ' ', 'summary.audio': '; ' };

/** Errors whose sentence is complete; the others also quote the server's English message. */
const SELF_EXPLANATORY: ReadonlySet<ErrorCode> = new Set([
  'incomplete_upload',
  'unauthorized',
  'quota_exceeded',
  'share_expired',
  'unsupported_media_type',
  'rate_limited',
  'cancelled',
  'worker_crashed',
  'worker_out_of_memory',
  'worker_unresponsive',
  'storage_full',
]);

/** Keys of the labels of sounds. */
const SOUNDS: Readonly<Record<string, string>> = {
  speech: 'sound.speech',
  'music or noise': 'sound.other',
  silence: 'sound.silence',
};

/** Sentences of the server in the language of the window. */
export interface Messages {
  /** The text of a message; `fallback`, its English text, for messages without a known key. */
  text(message: Message | null | undefined, fallback: string): string;
  /** The sentence for the error code of a job; an internal error in English keeps its own message, `fallback`. */
  error(code: ErrorCode | null, fallback: string): string;
  /**
   * Describes an error: in English by its own message, which is the most specific; in other languages by the sentence
   * for its code, followed by the English message where the sentence alone is too general.
   */
  problem(thrown: unknown): string;
  /** A finding with its content and label as shown; the same object where nothing changes. */
  segment<Found extends Pick<Segment, 'module' | 'content' | 'data'>>(segment: Found): Found;
}

/** Warnings of a job. */
export function warningsOf(
  messages: Messages,
  { warnings, warning_texts }: Pick<JobStatus, 'warnings' | 'warning_texts'>,
): string[] {
  return warnings.map((warning, i) => messages.text(warning_texts[i], warning));
}

export function createMessages(translate: Translate<keyof typeof en>, language: Language): Messages {
  const numbers = new Intl.NumberFormat(language);
  // Two calls, so that the check of texts can resolve the keys of each.
  const byKey = (key: string, values?: Values) =>
    isLabel(key) ? translate(key, values) : translate(key as SentenceKey, values);

  const known = ({ key, params }: Message): string | undefined => {
    const module = key.startsWith('module.') ? key.slice('module.'.length) : '';
    if (isModuleName(module)) return moduleTexts(module, language).label;
    const joined = key === 'lines' || key === 'sentences' ? params?.[key] : undefined;
    if (joined !== undefined) return format(joined, SEPARATORS[key]);
    if (!KEYS.has(key)) return undefined;
    if (!params) return byKey(key);
    const values: Values = {};
    for (const [name, param] of Object.entries(params)) {
      // `count` selects the plural form and stays a number.
      values[name] = name === 'count' && typeof param === 'number' ? param : format(param, SEPARATORS[key]);
    }
    return byKey(key, values);
  };
  const format = (param: MessageParam, separator = ', '): string => {
    if (typeof param === 'string') return param;
    if (typeof param === 'number') return numbers.format(param);
    if (isList(param)) return param.map((each) => format(each)).join(separator);
    return known(param) ?? '';
  };
  const text: Messages['text'] = (message, fallback) => (message && known(message)) ?? fallback;
  const withDetails = (code: ErrorCode, details: string): string => {
    if (language === 'en') return details;
    const sentence = text({ key: `error.${code}` }, details);
    return SELF_EXPLANATORY.has(code) || details === '' ? sentence : translate('error.details', { sentence, details });
  };
  return {
    text,
    error: (code, fallback) =>
      code === null || code === 'internal'
        ? withDetails('internal', fallback)
        : text({ key: `error.${code}` }, fallback),
    problem(thrown) {
      const error = toError(thrown);
      if (isOffline(error)) return translate('error.offline');
      return withDetails(error instanceof ReelscopeError ? error.code : 'internal', error.message);
    },
    segment(segment) {
      const { data, module, content } = segment;
      if (!data) return segment;
      // Content that the user wrote is shown as written.
      const isRewritten = data.corrected === true && data.original !== content;
      const shown = isRewritten ? content : text(data.text, content);
      const label = data.label === undefined ? undefined : labelOf(module, data.label);
      if (shown === content && label === data.label) return segment;
      return { ...segment, content: shown, data: { ...data, ...(label !== undefined && { label }) } };
    },
  };

  function labelOf(module: Segment['module'], label: string): string {
    if (module === 'visualelements') return text({ key: `label.${label}` }, label);
    const sound = module === 'audioevents' ? SOUNDS[label] : undefined;
    return sound === undefined ? label : text({ key: sound }, label);
  }
}

/** Whether an error means that the server did not respond; the API client marks such errors. */
function isOffline(error: Error): boolean {
  return error instanceof ReelscopeError && (error.details as { offline?: boolean } | undefined)?.offline === true;
}

function isList(param: Message | readonly MessageParam[]): param is readonly MessageParam[] {
  return Array.isArray(param);
}

function isLabel(key: string): key is LabelKey {
  return key.startsWith('label.');
}
