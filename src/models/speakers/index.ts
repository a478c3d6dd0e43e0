import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { ReelscopeError } from '../../contract/errors.ts';
import { sentence, sentenceOf } from '../../contract/sentence.ts';
import type { EngineFactory, LoadedEngine } from '../engine.ts';
import { type InstalledModel, installedAvailability, listInstalled } from '../installer/installed.ts';
import { SPEAKER_EMBEDDING_WEIGHTS, SPEAKER_SEGMENTATION_WEIGHTS } from '../installer/layouts.ts';
import type { EmbeddingProfile } from './embedding.ts';
import type { SegmentationNetwork } from './segmentation.ts';

export { LOCAL_SPEAKERS, SEGMENTATION_SAMPLES } from './window.ts';

/** Distinguishes speakers by their voices. */
export interface SpeakerEngine extends LoadedEngine {
  readonly profile: Omit<EmbeddingProfile, 'createFeatures'>;
  /** Unit vector of the voice in a piece of speech. @param samples 16 kHz mono, a second or more */
  embed(samples: Float32Array): Promise<Float32Array>;
  /** Finds turns within a window; null without an installed model for it. */
  readonly segmentation: Pick<SegmentationNetwork, 'activity'> | null;
}

/** Returns the installed speaker engine: the first embedding model by id, with a segmentation model if there is one. */
export async function installedSpeakerEngine(folder: string): Promise<EngineFactory<SpeakerEngine> | null> {
  const models = await listInstalled(folder);
  const embedding = models.find(({ task }) => task === 'speaker-embedding');
  if (!embedding) return null;
  return speakerEngine(folder, embedding, models.find(({ task }) => task === 'speaker-segmentation') ?? null);
}

/**
 * Engine for an installed embedding model. The version is the hash of its weights, since embeddings of different
 * weights must not be compared; the segmentation model does not affect it.
 */
function speakerEngine(
  folder: string,
  model: InstalledModel,
  segmenter: InstalledModel | null,
): EngineFactory<SpeakerEngine> {
  const weights = SPEAKER_EMBEDDING_WEIGHTS.find(({ path }) => fileOf(folder, model, path) !== null);
  const hash = model.files.find(({ path }) => path === weights?.path)?.sha256 ?? model.files[0]!.sha256;
  const info = { id: `onnxruntime/${model.id}`, version: hash.slice(0, 12) };
  return {
    info,
    availability: () => installedAvailability(folder, model.id, weights !== undefined),
    async load() {
      if (!weights) throw unavailable(model.id, new ReelscopeError('model_unavailable', sentence('engine.no-onnx')));
      // Native code, only when it is needed.
      const [{ EMBEDDING_PROFILES, loadEmbeddingNetwork }, { loadSegmentationNetwork }] = await Promise.all([
        import('./embedding.ts'),
        import('./segmentation.ts'),
      ]);
      const embedding = await loadEmbeddingNetwork(fileOf(folder, model, weights.path)!, weights.kind).catch(
        (cause) => {
          throw unavailable(model.id, cause);
        },
      );
      const path = segmenter && SPEAKER_SEGMENTATION_WEIGHTS.map((one) => fileOf(folder, segmenter, one)).find(Boolean);
      const segmentation = path
        ? await loadSegmentationNetwork(path).catch(async (cause) => {
            await embedding.dispose();
            throw unavailable(segmenter.id, cause);
          })
        : null;
      return {
        info,
        profile: EMBEDDING_PROFILES[weights.kind],
        embed: embedding.embed,
        segmentation,
        async dispose() {
          await Promise.all([embedding.dispose(), segmentation?.dispose()]);
        },
      };
    },
  };
}

function fileOf(folder: string, model: InstalledModel, path: string): string | null {
  const file = join(folder, model.id, ...path.split('/'));
  return model.files.some((one) => one.path === path) && existsSync(file) ? file : null;
}

function unavailable(id: string, cause: unknown): ReelscopeError {
  return new ReelscopeError('model_unavailable', sentence('engine.model', { model: id, reason: sentenceOf(cause) }), {
    cause,
  });
}
