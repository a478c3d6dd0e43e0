import { z } from 'zod';
import type { ErrorCode } from './errors.ts';
import type { ModuleName } from './module-catalog.ts';
import type { ObjectLabel } from './object-labels.ts';
import type { Stage } from './stages.ts';

/**
 * Keys of the sentences that the server generates. The English text is sent with each key; a window shows the text in
 * its own language, or the English one for an unknown key.
 */
export const MESSAGE_KEYS = [
  // Parts of other sentences.
  'duration.none',
  'duration.hours',
  'duration.minutes',
  'duration.seconds',
  'duration.two',
  'named.throughout',
  'named.range',
  'quoted',
  'lines',
  'sentences',
  // Shots
  'shot',
  'shot.captioned',
  'shot.seconds',
  'shot.minutes',
  'brightness.black',
  'brightness.dark',
  'brightness.dim',
  'brightness.medium',
  'brightness.bright',
  'brightness.very-bright',
  'motion.none',
  'motion.little',
  'motion.some',
  'motion.much',
  'colors.many',
  'colors.one',
  'colors.two',
  'color.black',
  'color.white',
  'color.gray',
  'color.red',
  'color.orange',
  'color.brown',
  'color.yellow',
  'color.green',
  'color.teal',
  'color.blue',
  'color.purple',
  'color.pink',
  'pan.left',
  'pan.right',
  'pan.up',
  'pan.down',
  'begins.fade',
  'begins.dissolve',
  'begins.wipe',
  // Sounds
  'sound.speech',
  'sound.other',
  'sound.silence',
  // Objects
  'object',
  'object.several',
  // Summaries
  'summary.audio-only',
  'summary.length',
  'summary.shots',
  'summary.seen',
  'summary.brands',
  'summary.screen-text',
  'summary.screen-text-more',
  'summary.no-audio',
  'summary.silent',
  'summary.audio',
  'summary.no-speech',
  'summary.speech',
  'summary.speech-untranscribed',
  'summary.other-sound',
  'time.throughout',
  'time.for',
  // Chapters
  'chapter.shot',
  'chapter.shots',
  'chapter.things',
  // Notifications
  'analysis.completed.title',
  'analysis.completed',
  'analysis.failed.title',
  'analysis.failed',
  'disk-full.title',
  'disk-full',
  'backup.failed',
  'quota.title',
  'quota.remaining',
  'model.installed.title',
  'model.installed',
  'model.failed.title',
  'model.failed',
  'semantic-search.title',
  'semantic-search.ready',
  'semantic-search.failed',
  // Warnings of a run
  'warning.module',
  'warning.stills-missing',
  'warning.extracted-unfit',
  'warning.extracted',
  'warning.logos-not-prepared',
  'warning.speech-gpu-failed',
  'warning.speech-invented',
  'warning.speech-repeated',
  'warning.no-prompt',
  'warning.prompt-too-long',
  'warning.english-only',
  'warning.language-detected',
  'warning.damaged',
  'warning.timestamps',
  'warning.ends-early',
  'warning.no-vectors',
  'warning.vision',
  'warning.vision-some',
  // Consequences and reasons of missing models
  'vision.shots',
  'vision.shots-locally',
  'vision.objects',
  'vision.brands',
  'reason.no-language-model',
  'reason.no-speech-engine',
  'reason.no-speech-model',
  'reason.speech-model-missing',
] as const;

export type MessageKey =
  | (typeof MESSAGE_KEYS)[number]
  | `label.${ObjectLabel}`
  | `error.${ErrorCode}`
  | `module.${ModuleName}`
  | `stage.${Stage}`;

/** A value in a sentence: literal text, a number to format by locale, another sentence, or a list of these. */
export type MessageParam = string | number | Message | readonly MessageParam[];

/** A sentence by its key. `key` is plain text on the wire, since other versions may define other keys. */
export interface Message {
  key: string;
  params?: Readonly<Record<string, MessageParam>> | undefined;
}

// Parameters are not validated in depth: OpenAPI generation doesn't terminate on a recursive schema.
export const Message: z.ZodType<Message> = z
  .object({ key: z.string(), params: z.record(z.string(), z.unknown()).optional() })
  .meta({
    id: 'Message',
    description: 'Key and parameters of a sentence, for clients that localize it.',
  }) as unknown as z.ZodType<Message>;

/** A warning of a run: the English sentence, and its key if it has one. */
export const Warning = z.object({ message: z.string(), text: Message.optional() });
export type Warning = z.infer<typeof Warning>;

/** Creates a message with a known key. */
export function message(key: MessageKey, params?: Readonly<Record<string, MessageParam>>): Message {
  return params ? { key, params } : { key };
}
