import { z } from 'zod';
import { TextLanguage } from '../analysis/text-languages.ts';
import { EMBEDDING_ENGINES } from './models.ts';

/** Address of an Ollama server. */
const OllamaAddress = z.object({
  /** Without credentials and trailing slash, such as `http://127.0.0.1:11434`. */
  url: z.string(),
  /** Authorization header; null for a server without sign-in. */
  authorization: z.string().nullable().optional(),
});
export type OllamaAddress = z.infer<typeof OllamaAddress>;

/**
 * Engines that may be loaded, and their options: the single form in which the server passes the stored settings to
 * worker processes, modules, and models.
 */
export const EngineSettings = z.object({
  /** Absolute folder of the installed models. */
  modelsFolder: z.string(),
  /** Forbids connections to other machines. */
  offline: z.boolean(),
  /**
   * Whether a device may decode video; `retry` after an attempt that failed, perhaps by its driver. Absent: the
   * processor.
   */
  decoding: z.enum(['auto', 'off', 'retry']).optional(),
  speech: z.object({
    /** Model id; null for the best installed model. */
    model: z.string().nullable(),
    /** ISO 639-1 code; null to detect the language. */
    language: z.string().nullable(),
    /** Custom vocabulary: names and terms that the speech probably contains. */
    vocabulary: z.array(z.string()).readonly(),
    /** Whether speech in other languages is also translated into English. */
    translate: z.boolean().optional(),
  }),
  /** Languages of text on screen, the most likely first; absent or empty to find them. */
  textLanguages: z.array(TextLanguage).readonly().optional(),
  /** Servers of vision and language models; null when none is configured. */
  ollama: OllamaAddress.extend({
    /** Further servers that share the work. */
    others: z.array(OllamaAddress).readonly().optional(),
    /** Null for the first vision model on the server. */
    visionModel: z.string().nullable(),
    /** Null for the first language model on the server. */
    languageModel: z.string().nullable(),
  }).nullable(),
  /** `model`: of the selected engine; null for the bundled one. */
  embeddings: z.object({ engine: z.enum(EMBEDDING_ENGINES), model: z.string().nullable() }),
  /** Installed text-image model for frames; null or absent for none. */
  frameModel: z.string().nullish(),
});
export type EngineSettings = z.infer<typeof EngineSettings>;

/** Settings of a run that specifies none: only bundled engines. */
export const BUNDLED_ENGINES: EngineSettings = {
  modelsFolder: '',
  offline: true,
  speech: { model: null, language: null, vocabulary: [] },
  ollama: null,
  embeddings: { engine: 'bundled', model: null },
};
