import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { ReelscopeError } from '../../contract/errors.ts';
import { errorText, sentence } from '../../core/texts/sentence.ts';
import type { EngineFactory, EngineInfo, LoadedEngine } from '../engine.ts';
import { type InstalledModel, listInstalled } from '../installer/installed.ts';
import { SPEAKER_EMBEDDING_WEIGHTS, SPEAKER_SEGMENTATION_WEIGHTS } from '../installer/layouts.ts';
import { onnxAvailability } from '../onnx-runtime/availability.ts';
import { weightsFile } from '../weights-file.ts';
import type { EmbeddingKind, EmbeddingNetwork, EmbeddingProfile } from './embedding.ts';
import type { SegmentationNetwork } from './segmentation.ts';

export type { SameVoice } from './embedding.ts';
export { LOCAL_SPEAKERS, SEGMENTATION_SAMPLES } from './window.ts';

/** Distinguishes speakers by their voices. */
export interface SpeakerEngine extends LoadedEngine {
  readonly profile: Omit<EmbeddingProfile, 'createFeatures'>;
  /** Unit vector of the voice in a piece of speech. @param samples 16 kHz mono, a second or more */
  embed(samples: Float32Array): Promise<Float32Array>;
  /** Finds turns within a window; null without an installed model for it. */
  readonly segmentation: Pick<SegmentationNetwork, 'activity'> | null;
}

/** Weights of an embedding network. */
interface EmbeddingWeights {
  info: EngineInfo;
  kind: EmbeddingKind;
  /** Null if they are missing. */
  path: string | null;
}

/**
 * Returns the engine that distinguishes speakers: the first installed embedding model by id, or else the bundled one;
 * with an installed segmentation model if there is one.
 */
export async function speakerEngine(folder: string): Promise<EngineFactory<SpeakerEngine>> {
  const models = await listInstalled(folder);
  const embedding = models.find(({ task }) => task === 'speaker-embedding');
  const segmenter = models.find(({ task }) => task === 'speaker-segmentation') ?? null;
  return createEngine(embedding ? installedWeights(folder, embedding) : bundledWeights(), folder, segmenter);
}

/** Bundled encoder of Resemblyzer; see weights/resemblyzer/README.md. */
const BUNDLED_SPEAKERS: EngineInfo = { id: 'resemblyzer', version: '1' };

const bundledWeights = (): EmbeddingWeights => ({
  info: BUNDLED_SPEAKERS,
  kind: 'resemblyzer',
  path: weightsFile('resemblyzer/resemblyzer.onnx'),
});

/** The version is the hash of the weights, since embeddings of different weights must not be compared. */
function installedWeights(folder: string, model: InstalledModel): EmbeddingWeights {
  const found = SPEAKER_EMBEDDING_WEIGHTS.find(({ path }) => fileOf(folder, model, path) !== null);
  const hash = model.files.find(({ path }) => path === found?.path)?.sha256 ?? model.files[0]!.sha256;
  return {
    info: { id: `onnxruntime/${model.id}`, version: hash.slice(0, 12) },
    kind: found?.kind ?? 'wespeaker',
    path: found ? fileOf(folder, model, found.path) : null,
  };
}

/** The segmentation model does not affect embeddings, and is therefore no part of the engine's id. */
function createEngine(
  { info, kind, path }: EmbeddingWeights,
  folder: string,
  segmenter: InstalledModel | null,
): EngineFactory<SpeakerEngine> {
  return {
    info,
    availability: async () =>
      path === null
        ? { available: false, reason: sentence('engine.weights-missing'), needs: [info.id] }
        : onnxAvailability(),
    async load() {
      // Native code, only when it is needed.
      const [{ EMBEDDING_PROFILES, loadEmbeddingNetwork }, { loadSegmentationNetwork }] = await Promise.all([
        import('./embedding.ts'),
        import('./segmentation.ts'),
      ]);
      let opened: Promise<EmbeddingNetwork> | undefined;
      const open = async (): Promise<EmbeddingNetwork> => {
        if (path === null) throw new ReelscopeError('model_unavailable', sentence('engine.no-onnx'));
        return loadEmbeddingNetwork(path, kind);
      };
      const turns =
        segmenter && SPEAKER_SEGMENTATION_WEIGHTS.map((one) => fileOf(folder, segmenter, one)).find(Boolean);
      const segmentation = turns
        ? await loadSegmentationNetwork(turns).catch((cause) => {
            throw unavailable(segmenter.id, cause);
          })
        : null;
      return {
        info,
        profile: EMBEDDING_PROFILES[kind],
        // Most recordings without speech never need the network.
        async embed(samples) {
          opened ??= open().catch((cause) => {
            throw unavailable(info.id, cause);
          });
          return (await opened).embed(samples);
        },
        segmentation,
        async dispose() {
          const network = await opened?.catch(() => undefined);
          await Promise.all([network?.dispose(), segmentation?.dispose()]);
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
  return new ReelscopeError('model_unavailable', sentence('engine.model', { model: id, reason: errorText(cause) }), {
    cause,
  });
}
