import { toError } from '../../../base/errors.ts';
import type { Translate } from '../../../base/translate.ts';
import { type ErrorCode, ReelscopeError } from '../../../contract/errors.ts';
import type { JobStatus } from '../../../contract/job.ts';
import type en from '../../../contract/locales/en/messages.json';
import { type Message, message } from '../../../contract/message.ts';
import { contentIn, createMessageRenderer } from '../../../contract/message-renderer.ts';
import type { Segment } from '../../../contract/segment.ts';
import type { Language } from './preferences.ts';

type Key = Parameters<Translate<keyof typeof en>>[0];

/** Errors whose own text is technical: a window shows the sentence of the code instead. */
const BY_CODE: ReadonlySet<ErrorCode> = new Set([
  'cancelled',
  'worker_crashed',
  'worker_out_of_memory',
  'worker_unresponsive',
]);

/** Errors whose sentence is complete; the others also quote the server's English message. */
const SELF_EXPLANATORY: ReadonlySet<ErrorCode> = new Set([
  'incomplete_upload',
  'unauthorized',
  'quota_exceeded',
  'share_expired',
  'unsupported_media_type',
  'rate_limited',
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
  /**
   * The reason of a stored failure: by its key, otherwise by its code. Text without a key, which third-party code or an
   * earlier version wrote, is quoted where the sentence of the code is too general.
   */
  failure(failure: Failure): string;
  /** Describes an error: by its key, otherwise by its code, like {@link Messages.failure}. */
  problem(thrown: unknown): string;
  /** A finding with its content and label as shown; the same object where nothing changes. */
  segment<Found extends Pick<Segment, 'module' | 'content' | 'data'>>(segment: Found): Found;
}

/** A failure as jobs, modules, models, playable copies, and the search index report it. */
interface Failure {
  error: string | null;
  error_text: Message | null;
  error_code?: ErrorCode | null;
}

/** Warnings of a job. */
export function warningsOf(
  messages: Messages,
  { warnings, warning_texts }: Pick<JobStatus, 'warnings' | 'warning_texts'>,
): string[] {
  return warnings.map((warning, i) => messages.text(warning_texts[i], warning));
}

export function createMessages(translate: Translate<keyof typeof en>, language: Language): Messages {
  const render = createMessageRenderer((key, values) => translate(key as Key, values), language);
  const text: Messages['text'] = (key, fallback) => (key && render(key)) ?? fallback;
  const describe = (error: string, key: Message | null | undefined, code: ErrorCode): string => {
    if (BY_CODE.has(code)) return text(message(`error.${code}`), error);
    const keyed = key && render(key);
    if (keyed !== undefined && keyed !== null) return keyed;
    if (language === 'en') return error;
    const sentence = text(message(`error.${code}`), error);
    return SELF_EXPLANATORY.has(code) || error === ''
      ? sentence
      : text(message('error.details', { sentence, details: error }), error);
  };
  return {
    text,
    failure: ({ error, error_text, error_code }) => describe(error ?? '', error_text, error_code ?? 'internal'),
    problem(thrown) {
      const error = toError(thrown);
      if (isOffline(error)) return text(message('error.offline'), error.message);
      if (error instanceof ReelscopeError) return describe(error.message, error.text, error.code);
      return describe(error.message, null, 'internal');
    },
    segment(segment) {
      const { data, module, content } = segment;
      if (!data) return segment;
      const shown = contentIn(segment, render);
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
