import { readFile, stat } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import { z } from 'zod';
import { dictionary } from '../../base/dictionary.ts';
import { ReelscopeError } from '../../contract/errors.ts';
import type { LocalizedText } from '../../contract/message.ts';
import { sentence } from '../../core/texts/sentence.ts';
import type { InstalledModel } from './installed.ts';
import {
  CAPTION_WEIGHTS,
  SENTENCE_WEIGHTS,
  TEXT_TOWER_WEIGHTS,
  VISION_TOWER_WEIGHTS,
  WHISPER_WEIGHTS,
} from './layouts.ts';

/** Model in a user's folder, with the files that its engine reads and their paths in the layout. */
export interface CustomModelFolder {
  name: string;
  task: InstalledModel['task'];
  files: { path: string; from: string }[];
}

/** Fields of `config.json` that identify the task of the model. */
const Config = z.looseObject({
  model_type: z.string().optional(),
  architectures: z.array(z.string()).nullish(),
  decoder: z.looseObject({ model_type: z.string().optional() }).optional(),
  vision_config: z.unknown().optional(),
  audio_config: z.unknown().optional(),
});
type Config = z.infer<typeof Config>;

/** Configurations are a few kilobytes; with the labels of a large classifier, a few hundred. */
const MAX_CONFIG_BYTES = 4_000_000;
/**
 * Heads that do not expose the hidden states needed for sentence embeddings, unlike masked-LM and pretraining heads.
 */
const UNSUPPORTED_HEAD = /For(?!MaskedLM$|PreTraining$)[A-Z]/;
/** Decoders of models with the same architecture that recognize text instead of describing images. */
const OCR_DECODERS = new Set(['trocr', 'mbart']);
const TEXT_FILES = ['config.json', 'tokenizer.json', 'tokenizer_config.json'];
const PICTURE_FILES = [...TEXT_FILES, 'preprocessor_config.json'];

/** Speaker models by `model_type`, with the path at which their engine expects the weights. */
const SPEAKER_TYPES: Readonly<Record<string, { task: InstalledModel['task']; path: string } | undefined>> = dictionary({
  'wespeaker-resnet': { task: 'speaker-embedding', path: 'onnx/wespeaker.onnx' },
  resemblyzer: { task: 'speaker-embedding', path: 'onnx/resemblyzer.onnx' },
  pyannote: { task: 'speaker-segmentation', path: 'onnx/model.onnx' },
});

/** Types of text-image models (models/text-image/towers.ts). */
const TEXT_IMAGE_TYPES = new Set(['clip', 'siglip']);

/**
 * Reads a folder with a Whisper model, a sentence encoder, an image captioner, a text-image or a speaker model in the
 * layout of transformers.js: `config.json`, the tokenizer if it has one, and ONNX weights in `onnx/` or at the top
 * level.
 * @returns null if the folder has no `config.json`
 * @throws ReelscopeError `unsupported_media_type` with the missing file or the unsupported model type
 */
export async function readCustomModelFolder(folder: string): Promise<CustomModelFolder | null> {
  const config = await readConfig(join(folder, 'config.json'));
  if (config === null) return null;
  const name = modelName(resolve(folder));
  if (config.model_type === 'vision-encoder-decoder' && !OCR_DECODERS.has(config.decoder?.model_type ?? '')) {
    const weights = await firstOf(folder, CAPTION_WEIGHTS, ({ encoder, decoder }) => [encoder, decoder]);
    return { name, task: 'image-captioning', files: await complete(folder, PICTURE_FILES, weights) };
  }
  if (config.model_type === 'whisper') {
    const weights = await firstOf(folder, WHISPER_WEIGHTS, ({ encoder, decoder }) => [encoder, decoder]);
    return { name, task: 'speech-recognition', files: await complete(folder, PICTURE_FILES, weights) };
  }
  const speakers = config.model_type === undefined ? undefined : SPEAKER_TYPES[config.model_type];
  if (speakers) {
    const [file] = await firstOf(folder, ['onnx/model.onnx'], (path) => [path]);
    return { name, task: speakers.task, files: [{ path: speakers.path, from: file!.from }] };
  }
  if (TEXT_IMAGE_TYPES.has(config.model_type ?? '')) {
    const vision = await firstOf(folder, VISION_TOWER_WEIGHTS, ([path]) => [path]);
    const text = await firstOf(folder, TEXT_TOWER_WEIGHTS, ([path]) => [path]);
    return { name, task: 'text-image', files: await complete(folder, PICTURE_FILES, [...vision, ...text]) };
  }
  if (!encodesText(config)) {
    throw refused(sentence('import.unknown-type'));
  }
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
  if (found.size > MAX_CONFIG_BYTES) throw refused(sentence('import.config-invalid'));
  let parsed: unknown;
  try {
    parsed = JSON.parse(await readFile(path, 'utf8'));
  } catch (cause) {
    throw refused(sentence('import.config-unreadable'), cause);
  }
  const config = Config.safeParse(parsed);
  if (!config.success) throw refused(sentence('import.config-invalid'));
  return config.data;
}

/** Returns the weights of the first layout found. */
async function firstOf<Layout>(folder: string, layouts: readonly Layout[], pathsOf: (layout: Layout) => string[]) {
  for (const layout of layouts) {
    const files = await Promise.all(pathsOf(layout).map((path) => locate(folder, path)));
    if (files.every((file) => file !== null)) return files;
  }
  throw refused(sentence('import.no-weights', { files: pathsOf(layouts[0]!).join(' and ') }));
}

/**
 * Returns the required files of the layout and the optional ones that exist. @throws ReelscopeError if a file is
 * missing
 */
async function complete(folder: string, paths: readonly string[], weights: CustomModelFolder['files']) {
  const needed = await Promise.all(
    paths.map(async (path) => {
      const file = await locate(folder, path);
      if (file === null) throw refused(sentence('import.file-missing', { path }));
      return file;
    }),
  );
  // Weights of more than two gigabytes are split into a second file.
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

/** Returns the folder name, or the model's name in the hub's cache (`models--owner--name/snapshots/hash`). */
function modelName(folder: string): string {
  const [prefix, ...parts] = basename(dirname(dirname(folder))).split('--');
  const isCached = prefix === 'models' && parts.length >= 2 && basename(dirname(folder)) === 'snapshots';
  return (isCached && parts.at(-1)) || basename(folder);
}

function refused(why: LocalizedText, cause?: unknown): ReelscopeError {
  return new ReelscopeError('unsupported_media_type', sentence('import.unusable', { reason: why }), { cause });
}
