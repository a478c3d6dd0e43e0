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
  tokenizer: TokenizerFile;
}

/** @throws Error when a file is missing or is not one of a Whisper model */
export async function readWhisperFolder(folder: string): Promise<WhisperFolder> {
  const at = (path: string) => join(folder, ...path.split('/'));
  const weights = WHISPER_WEIGHTS.find(({ encoder, decoder }) => existsSync(at(encoder)) && existsSync(at(decoder)));
  if (!weights) throw new Error('The folder contains no ONNX weights.');
  const config = Config.parse(await readJson(folder, 'config.json'));
  const generation = existsSync(at('generation_config.json'))
    ? GenerationConfig.parse(await readJson(folder, 'generation_config.json'))
    : null;
  return {
    encoder: at(weights.encoder),
    decoder: at(weights.decoder),
    vocabularySize: config.vocab_size,
    multilingual: generation?.is_multilingual ?? config.vocab_size > ENGLISH_VOCABULARY,
    bands: config.num_mel_bins,
    suppressed: generation?.suppress_tokens ?? config.suppress_tokens ?? [],
    alignmentHeads: generation?.alignment_heads ?? [],
    tokenizer: TokenizerFile.parse(await readJson(folder, 'tokenizer.json')),
  };
}

async function readJson(folder: string, name: string): Promise<unknown> {
  return JSON.parse(await readFile(join(folder, name), 'utf8'));
}
