import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { throwIfAborted } from '../../base/abort.ts';
import { toError } from '../../base/errors.ts';
import { ReelscopeError } from '../../contract/errors.ts';
import type { EmbeddingEngine, EngineFactory } from '../engine.ts';
import { findInstalled, type InstalledModel } from '../installer/installed.ts';
import { SENTENCE_WEIGHTS } from '../installer/layouts.ts';
import { localTransformers } from '../local-transformers.ts';
import { withPrefix } from './prefixes.ts';
import { normalize } from './text.ts';

/** Texts of like length together, so that little is spent on padding. */
const BATCH = 16;
/** No model here reads further than 512 tokens; what comes after these characters would only be tokenized. */
const MAX_CHARACTERS = 8000;

/**
 * A sentence encoder of the Hugging Face kind, from a folder that is installed: nothing is ever fetched. Its id is that of the
 * folder, its version the hash of its weights.
 */
export function transformersEmbeddings(folder: string, model: InstalledModel): EngineFactory<EmbeddingEngine> {
  const weights = SENTENCE_WEIGHTS.find(([path]) => existsSync(join(folder, model.id, ...path.split('/'))));
  const hash = model.files.find((file) => file.path === weights?.[0])?.sha256 ?? model.files[0]!.sha256;
  const info = { id: `transformers/${model.id}`, version: hash.slice(0, 12) };
  return {
    info,
    async availability() {
      return (await findInstalled(folder, model.id)) && weights
        ? { available: true }
        : { available: false, reason: `The model ${model.id} is not installed in full.`, needs: [model.id] };
    },
    async load() {
      if (!weights) throw unavailable(model.id);
      try {
        return { ...(await open(folder, model.id, weights[1])), info };
      } catch (cause) {
        throw unavailable(model.id, cause);
      }
    },
  };
}

function unavailable(id: string, cause?: unknown): ReelscopeError {
  const why = cause === undefined ? 'it has no weights in ONNX form' : toError(cause).message;
  return new ReelscopeError('model_unavailable', `The model ${id} could not be loaded: ${why}`, { cause });
}

async function open(
  folder: string,
  id: string,
  dtype: (typeof SENTENCE_WEIGHTS)[number][1],
): Promise<Omit<EmbeddingEngine, 'info'>> {
  const { pipeline } = await localTransformers(folder);
  const extract = await pipeline('feature-extraction', id, {
    dtype,
    device: 'cpu',
    local_files_only: true,
    session_options: { logSeverityLevel: 3 },
  });
  const encode = async (texts: string[]): Promise<{ rows: Float32Array[]; dimension: number }> => {
    const output = await extract(texts, { pooling: 'mean', normalize: true });
    const dimension = output.dims.at(-1)!;
    const data = output.data as Float32Array;
    const rows = texts.map((_, row) => normalize(data.slice(row * dimension, (row + 1) * dimension)));
    return { rows, dimension };
  };
  const { dimension } = await encode(['ready']);
  return {
    dimension,
    async embed(texts, signal, use = 'passage') {
      const vectors = new Array<Float32Array>(texts.length);
      const order = texts.map((_, i) => i).sort((a, b) => texts[a]!.length - texts[b]!.length);
      for (let from = 0; from < order.length; from += BATCH) {
        throwIfAborted(signal);
        const batch = order.slice(from, from + BATCH);
        const { rows } = await encode(
          batch.map((i) => withPrefix(id, use, texts[i]!.slice(0, MAX_CHARACTERS).toWellFormed())),
        );
        batch.forEach((i, row) => {
          vectors[i] = rows[row]!;
        });
      }
      throwIfAborted(signal);
      return vectors;
    },
    dispose: () => extract.dispose(),
  };
}
