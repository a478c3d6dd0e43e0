import { readFile, stat } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import { z } from 'zod';
import { ReelscopeError } from '../../contract/errors.ts';
import type { InstalledModel } from './installed.ts';
import { CAPTION_WEIGHTS, SENTENCE_WEIGHTS } from './layouts.ts';

/** What a folder of the user's own is, and which of its files an engine reads, by their paths in the layout. */
export interface CustomModelFolder {
  name: string;
  task: InstalledModel['task'];
  files: { path: string; from: string }[];
}

/** Of the fields of a `config.json`, those that tell what the model is for. */
const Config = z.looseObject({
  model_type: z.string().optional(),
  architectures: z.array(z.string()).nullish(),
  decoder: z.looseObject({ model_type: z.string().optional() }).optional(),
  vision_config: z.unknown().optional(),
  audio_config: z.unknown().optional(),
});
type Config = z.infer<typeof Config>;

/** A configuration has some kilobytes; with all labels of a large classifier a few hundred. */
const MAX_CONFIG_BYTES = 4_000_000;
/** Heads that don't leave the hidden states that a sentence's vector is made of. Masked words and pretraining do. */
const UNSUPPORTED_HEAD = /For(?!MaskedLM$|PreTraining$)[A-Z]/;
/** Decoders of models of the same build that read text in pictures, in the place of saying what they show. */
const OCR_DECODERS = new Set(['trocr', 'mbart']);
const TEXT_FILES = ['config.json', 'tokenizer.json', 'tokenizer_config.json'];
const CAPTION_FILES = [...TEXT_FILES, 'preprocessor_config.json'];

/**
 * A sentence encoder or an image captioner as transformers.js reads them: `config.json`, the tokenizer, and weights in
 * ONNX form in `onnx/` or beside them.
 * @returns null when the folder has no `config.json`, and so is nothing of the kind
 * @throws ReelscopeError `unsupported_media_type` with what is missing or what else the model is
 */
export async function readCustomModelFolder(folder: string): Promise<CustomModelFolder | null> {
  const config = await readConfig(join(folder, 'config.json'));
  if (config === null) return null;
  const name = nameOf(resolve(folder));
  if (config.model_type === 'vision-encoder-decoder' && !OCR_DECODERS.has(config.decoder?.model_type ?? '')) {
    const weights = await firstOf(folder, CAPTION_WEIGHTS, ({ encoder, decoder }) => [encoder, decoder]);
    return { name, task: 'image-captioning', files: await complete(folder, CAPTION_FILES, weights) };
  }
  if (!encodesText(config)) throw refused('It is neither a sentence encoder nor an image captioner.');
  const weights = await firstOf(folder, SENTENCE_WEIGHTS, ([path]) => [path]);
  return { name, task: 'sentence-embedding', files: await complete(folder, TEXT_FILES, weights) };
}

function encodesText({ model_type, architectures, vision_config, audio_config }: Config): boolean {
  if (model_type === undefined || model_type === 'vision-encoder-decoder') return false;
  if (vision_config !== undefined || audio_config !== undefined) return false;
  return !(architectures ?? []).some((name) => UNSUPPORTED_HEAD.test(name));
}

async function readConfig(path: string): Promise<Config | null> {
  const found = await stat(path).catch(() => null);
  if (!found?.isFile()) return null;
  if (found.size > MAX_CONFIG_BYTES) throw refused('Its config.json is not that of a model.');
  let parsed: unknown;
  try {
    parsed = JSON.parse(await readFile(path, 'utf8'));
  } catch (cause) {
    throw refused('Its config.json can’t be read.', cause);
  }
  const config = Config.safeParse(parsed);
  if (!config.success) throw refused('Its config.json is not that of a model.');
  return config.data;
}

/** The weights of the first layout that is there. */
async function firstOf<Layout>(folder: string, layouts: readonly Layout[], pathsOf: (layout: Layout) => string[]) {
  for (const layout of layouts) {
    const files = await Promise.all(pathsOf(layout).map((path) => locate(folder, path)));
    if (files.every((file) => file !== null)) return files;
  }
  throw refused(`It has no weights in ONNX form, such as ${pathsOf(layouts[0]!).join(' and ')}.`);
}

/** What the layout asks for, and what goes with it where it is there. @throws ReelscopeError which file is missing */
async function complete(folder: string, paths: readonly string[], weights: CustomModelFolder['files']) {
  const needed = await Promise.all(
    paths.map(async (path) => {
      const file = await locate(folder, path);
      if (file === null) throw refused(`${path} is missing.`);
      return file;
    }),
  );
  // Weights of more than two gigabytes lie in a second file.
  const extra = ['generation_config.json', ...weights.map(({ path }) => `${path}_data`)];
  const optional = await Promise.all(extra.map((path) => locate(folder, path)));
  return [...needed, ...weights, ...optional.filter((file) => file !== null)];
}

async function locate(folder: string, path: string): Promise<{ path: string; from: string } | null> {
  for (const from of [join(folder, ...path.split('/')), join(folder, basename(path))]) {
    if ((await stat(from).catch(() => null))?.isFile()) return { path, from };
  }
  return null;
}

/** The folder's own name; in the hub's cache (`models--owner--name/snapshots/hash`) that of the model. */
function nameOf(folder: string): string {
  const cached = /^models--.+--(.+)$/.exec(basename(dirname(dirname(folder))));
  return cached && basename(dirname(folder)) === 'snapshots' ? cached[1]! : basename(folder);
}

function refused(why: string, cause?: unknown): ReelscopeError {
  return new ReelscopeError('unsupported_media_type', `The model in this folder can’t be used. ${why}`, { cause });
}
