import { joinVectors } from '../base/vectors.ts';
import { ReelscopeError } from '../contract/errors.ts';
import type { EngineSettings } from '../contract/system/engine-settings.ts';
import { sentence } from '../core/texts/sentence.ts';
import { decodePicture } from '../media/picture.ts';
import { engineIdOf } from '../models/engine.ts';
import type { TextImageEngine } from '../models/text-image/index.ts';
import type { FrameBatch, VectorBatch } from './protocol.ts';

/** The loaded engine; another choice replaces it, as two would take gigabytes. */
let loaded: { key: string; engine: Promise<TextImageEngine> } | undefined;

/** Embeds texts for the search of frames. @throws ReelscopeError `model_unavailable`; CanceledError */
export async function embedForFrames(
  engines: EngineSettings,
  texts: readonly string[],
  signal?: AbortSignal,
): Promise<VectorBatch> {
  const engine = await engineOf(engines);
  const vectors = await engine.embedTexts(texts, signal);
  const dimension = vectors[0]!.length;
  return { model: engineIdOf(engine.info), dimension, data: joinVectors(vectors, dimension) };
}

/**
 * Embeds stored stills, in the order of `files`; null for one that can't be read.
 * @throws ReelscopeError `model_unavailable`; CanceledError
 */
export async function embedFrames(
  engines: EngineSettings,
  files: readonly string[],
  signal?: AbortSignal,
): Promise<FrameBatch> {
  const engine = await engineOf(engines);
  const pictures = await Promise.all(files.map((file) => decodePicture(file, null).catch(() => null)));
  const readable = pictures.filter((picture) => picture !== null);
  const found = await engine.embedPictures(readable, signal);
  let at = 0;
  return {
    model: engineIdOf(engine.info),
    vectors: pictures.map((picture) => (picture ? new Float32Array(found[at++]!) : null)),
  };
}

async function engineOf({ frameModel, modelsFolder }: EngineSettings): Promise<TextImageEngine> {
  if (!frameModel) throw new ReelscopeError('model_unavailable', sentence('frames.none-selected'));
  const { chooseTextImage } = await import('../models/text-image/index.ts');
  // A model that was installed again has another version.
  const factory = await chooseTextImage(modelsFolder, frameModel);
  const key = `${modelsFolder} ${engineIdOf(factory.info)}`;
  if (loaded?.key !== key) {
    const before = loaded;
    loaded = { key, engine: factory.load() };
    await before?.engine.then((engine) => engine.dispose()).catch(() => {});
  }
  const current = loaded;
  return current.engine.catch((error: unknown) => {
    if (loaded === current) loaded = undefined;
    throw error;
  });
}
