import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { WHISPER_WEIGHTS } from '../../installer/layouts.ts';
import { ENGLISH_VOCABULARY } from '../model-file.ts';
import { TokenizerFile } from './vocabulary.ts';

const Config = z.looseObject({
  vocab_size: z.number().int().positive(),
  num_mel_bins: z.number().int().positive().default(80),
  suppress_tokens: z.array(z.number()).nullish(),
});
const GenerationConfig = z.looseObject({
  is_multilingual: z.boolean().nullish(),
  suppress_tokens: z.array(z.number()).nullish(),
  alignment_heads: z.array(z.tuple([z.number(), z.number()])).nullish(),
});

/** A model folder in the layout of transformers.js, read but for its weights. */
export interface WhisperFolder {
  /** Absolute paths. */
  encoder: string;
  decoder: string;
  vocabularySize: number;
  multilingual: boolean;
  bands: number;
  suppressed: number[];
  alignmentHeads: [layer: number, head: number][];
  /** Reads the tokenizer, several megabytes that are not kept. */
  readTokenizer(): Promise<TokenizerFile>;
}

/** @throws Error when a file is missing or is not one of a Whisper model */
export async function readWhisperFolder(folder: string): Promise<WhisperFolder> {
  const at = (path: string) => join(folder, ...path.split('/'));
  const weights = WHISPER_WEIGHTS.find(({ encoder, decoder }) => existsSync(at(encoder)) && existsSync(at(decoder)));
  if (!weights) throw new Error('The folder contains no ONNX weights.');
  const { config, generation } = await readConfigs(folder);
  return {
    encoder: at(weights.encoder),
    decoder: at(weights.decoder),
    vocabularySize: config.vocab_size,
    multilingual: isMultilingual({ config, generation }),
    bands: config.num_mel_bins,
    suppressed: generation?.suppress_tokens ?? config.suppress_tokens ?? [],
    alignmentHeads: generation?.alignment_heads ?? [],
    readTokenizer: async () => TokenizerFile.parse(await readJson(folder, 'tokenizer.json')),
  };
}

/**
 * Whether a model recognizes more than English, from its configuration alone. @throws Error if it is not a Whisper
 * model
 */
export async function isMultilingualFolder(folder: string): Promise<boolean> {
  return isMultilingual(await readConfigs(folder));
}

interface Configs {
  config: z.infer<typeof Config>;
  generation: z.infer<typeof GenerationConfig> | null;
}

async function readConfigs(folder: string): Promise<Configs> {
  return {
    config: Config.parse(await readJson(folder, 'config.json')),
    generation: existsSync(join(folder, 'generation_config.json'))
      ? GenerationConfig.parse(await readJson(folder, 'generation_config.json'))
      : null,
  };
}

function isMultilingual({ config, generation }: Configs): boolean {
  return generation?.is_multilingual ?? config.vocab_size > ENGLISH_VOCABULARY;
}

async function readJson(folder: string, name: string): Promise<unknown> {
  return JSON.parse(await readFile(join(folder, name), 'utf8'));
}
