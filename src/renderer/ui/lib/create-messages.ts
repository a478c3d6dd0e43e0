import { toError } from '../../../base/errors.ts';
import type { Translate } from '../../../base/translate.ts';
import type { JobStatus, ModuleStatus } from '../../../contract/analysis/job.ts';
import { MISSING_STREAM } from '../../../contract/analysis/modules.ts';
import { type ErrorCode, ReelscopeError } from '../../../contract/errors.ts';
import type en from '../../../contract/locales/en/messages.json';
import { type MessageRef, message } from '../../../contract/message.ts';
import {
  createMessageRenderer,
  createSegmentRenderer,
  type SegmentRenderer,
} from '../../../core/texts/message-renderer.ts';
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

/** Sentences of the server in the language of the window. */
export interface Messages {
  /** The text of a message; `fallback`, its English text, for messages without a known key. */
  text(message: MessageRef | null | undefined, fallback: string): string;
  /**
   * The reason of a stored failure: by its key, otherwise by its code. Text without a key, which third-party code or an
   * earlier version wrote, is quoted where the sentence of the code is too general.
   */
  failure(failure: Failure): string;
  /** Describes an error: by its key, otherwise by its code, like {@link Messages.failure}. */
  problem(thrown: unknown): string;
  segment: SegmentRenderer;
}

/** A failure as jobs, modules, models, playable copies, and the search index report it. */
interface Failure {
  error: string | null;
  error_text: MessageRef | null;
  error_code?: ErrorCode | null;
}

/** Warnings of a job. */
export function warningsOf(
  messages: Messages,
  { warnings, warning_texts }: Pick<JobStatus, 'warnings' | 'warning_texts'>,
): string[] {
  return warnings.map((warning, i) => messages.text(warning_texts[i], warning));
}

/** Warnings of a job without those that one of its modules states, such as that a file has no sound. */
export function generalWarningsOf(
  messages: Messages,
  job: Pick<JobStatus, 'warnings' | 'warning_texts' | 'modules'>,
): string[] {
  const isOfModule = (warning: string) =>
    job.modules.some(({ error }) => error !== null && warning.endsWith(`: ${error}`));
  return warningsOf(messages, job).filter((_, i) => !isOfModule(job.warnings[i]!));
}

const EXPECTED: readonly string[] = Object.values(MISSING_STREAM);

/** Whether a type failed, or was skipped for a reason that the user doesn't expect, such as a missing model. Pure. */
export function needsAttention({ status, error_text }: Pick<ModuleStatus, 'status' | 'error_text'>): boolean {
  return status === 'failed' || (status === 'skipped' && error_text !== null && !EXPECTED.includes(error_text.key));
}

export function createMessages(translate: Translate<keyof typeof en>, language: Language): Messages {
  const render = createMessageRenderer((key, values) => translate(key as Key, values), language);
  const text: Messages['text'] = (key, fallback) => (key && render(key)) ?? fallback;
  const describe = (error: string, key: MessageRef | null | undefined, code: ErrorCode): string => {
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
    segment: createSegmentRenderer(render),
  };
}

/** Whether an error means that the server did not respond; the API client marks such errors. */
function isOffline(error: Error): boolean {
  return error instanceof ReelscopeError && (error.details as { offline?: boolean } | undefined)?.offline === true;
}
