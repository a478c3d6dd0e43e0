import { toError } from '../../base/errors.ts';
import { createTranslate } from '../../base/translate.ts';
import en from '../../contract/locales/en/messages.json' with { type: 'json' };
import type { LocalizedText, MessageKey, MessageParam, MessageRef } from '../../contract/message.ts';
import { createMessageRenderer } from './message-renderer.ts';

/** A value in a new sentence; a sentence without a key contributes its English text. */
export type SentenceParam = MessageParam | LocalizedText | readonly SentenceParam[];

const renderEnglish = createMessageRenderer(
  createTranslate(en, 'en') as (key: string, values?: Readonly<Record<string, string | number>>) => string,
  'en',
);

/** Creates a sentence for users: a text of `locales/en/messages.json` with its key, so that windows can localize it. */
export function sentence(key: MessageKey, params?: Readonly<Record<string, SentenceParam>>): LocalizedText {
  const text: MessageRef = params
    ? { key, params: Object.fromEntries(Object.entries(params).map(([name, value]) => [name, toParam(value)])) }
    : { key };
  return { message: englishText(text), text };
}

/** Returns the English text of a message; empty for an unknown key. */
export function englishText(text: MessageRef): string {
  return renderEnglish(text) ?? '';
}

/** The message of an error for users, with its key if it has one. */
export function errorText(thrown: unknown): LocalizedText {
  const error = toError(thrown);
  const text = 'text' in error ? (error.text as MessageRef | undefined) : undefined;
  return { message: error.message, ...(text && { text }) };
}

function toParam(value: SentenceParam): MessageParam {
  if (typeof value !== 'object') return value;
  if (isList(value)) return value.map(toParam);
  return 'message' in value ? (value.text ?? value.message) : value;
}

function isList(value: SentenceParam & object): value is readonly SentenceParam[] {
  return Array.isArray(value);
}
