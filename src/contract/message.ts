import { z } from 'zod';
import type { TextKey } from '../base/translate.ts';
import type { ModuleName } from './analysis/module-catalog.ts';
import type en from './locales/en/messages.json';

/** Messages that only join others: a text of lines, and a line of sentences. */
export const JOINING_KEYS = ['lines', 'sentences'] as const;

/**
 * Keys of the sentences that the server generates: those of `locales/en/messages.json`, and the names of modules. The
 * English text is sent with each key; a window shows the text in its own language, or the English one for an unknown
 * key.
 */
export type MessageKey = TextKey<keyof typeof en> | (typeof JOINING_KEYS)[number] | `module.${ModuleName}`;

/** A value in a sentence: literal text, a number to format by locale, another sentence, or a list of these. */
export type MessageParam = string | number | MessageRef | readonly MessageParam[];

/** A sentence by its key. `key` is plain text on the wire, since other versions may define other keys. */
export interface MessageRef {
  key: string;
  params?: Readonly<Record<string, MessageParam>> | undefined;
}

/** Levels of messages and lists in messages: a summary has eleven, foreign ones must not exhaust the stack. */
const MAX_MESSAGE_DEPTH = 32;

/** Whether a value is a message whose parameters can be shown. */
export function isMessage(value: unknown, depth = 0): value is MessageRef {
  if (typeof value !== 'object' || value === null || Array.isArray(value) || depth > MAX_MESSAGE_DEPTH) return false;
  const { key, params } = value as { key?: unknown; params?: unknown };
  if (typeof key !== 'string') return false;
  if (params === undefined) return true;
  if (typeof params !== 'object' || params === null || Array.isArray(params)) return false;
  // A value that is not given is not stored either.
  return Object.values(params).every((param) => param === undefined || isParam(param, depth + 1));
}

function isParam(value: unknown, depth: number): boolean {
  if (typeof value === 'string' || typeof value === 'number') return true;
  if (Array.isArray(value)) return depth <= MAX_MESSAGE_DEPTH && value.every((each) => isParam(each, depth + 1));
  return isMessage(value, depth);
}

// A refinement, since OpenAPI generation doesn't terminate on a recursive schema.
export const MessageRef: z.ZodType<MessageRef> = z
  .object({
    key: z.string().describe('Key of the sentence in the catalog.'),
    params: z.record(z.string(), z.unknown()).optional().describe('Values of its placeholders.'),
  })
  .refine((value) => isMessage(value), 'must have parameters of texts, numbers, lists, and messages')
  .meta({
    id: 'Message',
    description: 'Key and parameters of a sentence, for clients that localize it.',
  }) as unknown as z.ZodType<MessageRef>;

/**
 * A sentence for users: the English text, and its key if it has one. Third-party text and stored text of earlier
 * versions have none.
 */
export const LocalizedText = z.object({
  message: z.string().describe('Text in English.'),
  text: MessageRef.optional(),
});
export type LocalizedText = z.infer<typeof LocalizedText>;

/** Creates a message. Its English text is `sentence()` of the same key. */
export function message(key: MessageKey, params?: Readonly<Record<string, MessageParam>>): MessageRef {
  return params ? { key, params } : { key };
}
