import { z } from 'zod';
import { MessageRef } from '../message.ts';
import { MODULE_NAMES } from './module-catalog.ts';

export { DEFAULT_MODULES, MODULE_CATALOG, MODULE_NAMES, OPT_IN_MODULES } from './module-catalog.ts';

/** A list of names in a query parameter, such as `scenes, ocr`. */
export const ModuleList = z
  .string()
  .max(1000)
  .meta({ pattern: `^ *(?:${MODULE_NAMES.join('|')}) *(?:, *(?:${MODULE_NAMES.join('|')}) *)*$` });

export const ModuleName = z.enum(MODULE_NAMES).meta({ id: 'ModuleName' });
export type ModuleName = z.infer<typeof ModuleName>;

export const ModuleInfo = z
  .object({
    name: ModuleName,
    title: z.string().describe('Title of the module.'),
    description: z.string().describe('What the module finds.'),
    engine: z
      .string()
      .nullable()
      .meta({ description: 'Engine and version that would run now; null if none is available.' }),
    available: z.boolean().describe('Whether it can be used.'),
    reason: z.string().nullable().meta({
      description:
        'Why it is unavailable, or which configured engine it runs without (such as a server that is down), as a sentence.',
    }),
    reason_text: MessageRef.nullable().meta({
      description: '`reason` as a key and parameters; null if it has no key (extension).',
    }),
    needs: z.array(z.string()).meta({ description: 'Engines to install or connect.' }),
    needs_texts: z
      .array(MessageRef.nullable())
      .meta({ description: '`needs` by key (extension); null entries are names.' }),
    seconds_per_minute: z.number().nullable().optional().meta({
      description:
        'Seconds per minute of video: of a connected language model when it last ran here, and of speech recognition at the speed measured here; null before the first run, absent for other modules (extension).',
    }),
  })
  .meta({ id: 'ModuleInfo' });
export type ModuleInfo = z.infer<typeof ModuleInfo>;

/** Returns whether `text` names a module. */
export function isModuleName(text: string): text is ModuleName {
  return (MODULE_NAMES as readonly string[]).includes(text);
}

/**
 * Keys of the errors of modules that are skipped because the file lacks the stream they analyze, as opposed to a
 * missing model.
 */
export const MISSING_STREAM = { video: 'analysis.no-video', audio: 'analysis.no-audio' } as const;
