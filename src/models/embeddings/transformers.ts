import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { throwIfAborted } from '../../base/abort.ts';
import { ReelscopeError } from '../../contract/errors.ts';
import { errorText, sentence } from '../../core/texts/sentence.ts';
import type { EmbeddingEngine, EngineFactory } from '../engine.ts';
import { type InstalledModel, installedAvailability } from '../installer/installed.ts';
import { SENTENCE_WEIGHTS } from '../installer/layouts.ts';
import { localTransformers } from '../local-transformers.ts';
import { withPrefix } from './prefixes.ts';
import { normalize } from './text.ts';

/** Texts are batched by similar length to minimize padding. */
const BATCH = 16;
/** Supported models read at most 512 tokens; longer texts would only be tokenized in vain. */
const MAX_CHARACTERS = 8000;

/**
 * Engine for an installed Hugging Face sentence encoder. Nothing is downloaded. The id is the folder's, the version the
 * hash of the weights.
 */
export function transformersEmbeddings(folder: string, model: InstalledModel): EngineFactory<EmbeddingEngine> {
  const weights = SENTENCE_WEIGHTS.find(([path]) => existsSync(join(folder, model.id, ...path.split('/'))));
  const hash = model.files.find((file) => file.path === weights?.[0])?.sha256 ?? model.files[0]!.sha256;
  const info = { id: `transformers/${model.id}`, version: hash.slice(0, 12) };
  return {
    info,
    availability: () => installedAvailability(folder, model.id, weights !== undefined),
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
  const why = cause === undefined ? sentence('engine.no-onnx') : errorText(cause);
  return new ReelscopeError('model_unavailable', sentence('engine.model', { model: id, reason: why }), { cause });
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
