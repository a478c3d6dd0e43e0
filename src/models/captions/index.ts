import { existsSync } from 'node:fs';
import { join } from 'node:path';
import sharp from 'sharp';
import { throwIfAborted } from '../../base/abort.ts';
import { toError } from '../../base/errors.ts';
import { ReelscopeError } from '../../contract/errors.ts';
import type { EngineFactory, LoadedEngine } from '../engine.ts';
import { findInstalled, type InstalledModel, listInstalled } from '../installer/installed.ts';
import { CAPTION_WEIGHTS } from '../installer/layouts.ts';
import { localTransformers } from '../local-transformers.ts';

/** Says in a sentence what a picture shows. */
export interface CaptionEngine extends LoadedEngine {
  /** @param picture JPEG or PNG. @returns may be empty. @throws CancelledError */
  caption(picture: Uint8Array, signal?: AbortSignal): Promise<string>;
}

/** The sentences that these models were trained on have some ten words. */
const MAX_TOKENS = 30;

/** The caption model that is installed, the first by id; null when there is none. */
export async function installedCaptionEngine(folder: string): Promise<EngineFactory<CaptionEngine> | null> {
  const model = (await listInstalled(folder)).find(({ task }) => task === 'image-captioning');
  return model ? captionEngine(folder, model) : null;
}

/**
 * An image-to-text model of the Hugging Face kind (an encoder of pictures and a decoder of words), from a folder that is
 * installed: nothing is ever fetched. Its id is that of the folder, its version the hash of its decoder.
 */
export function captionEngine(folder: string, model: InstalledModel): EngineFactory<CaptionEngine> {
  const has = (path: string) => existsSync(join(folder, model.id, ...path.split('/')));
  const weights = CAPTION_WEIGHTS.find(({ encoder, decoder }) => has(encoder) && has(decoder));
  const hash = model.files.find(({ path }) => path === weights?.decoder)?.sha256 ?? model.files[0]!.sha256;
  const info = { id: `transformers/${model.id}`, version: hash.slice(0, 12) };
  return {
    info,
    async availability() {
      return weights && (await findInstalled(folder, model.id))
        ? { available: true }
        : { available: false, reason: `The model ${model.id} is not installed in full.`, needs: [model.id] };
    },
    async load() {
      if (!weights) throw unavailable(model.id, 'it has no weights in ONNX form');
      try {
        return { ...(await open(folder, model.id, weights.dtype)), info };
      } catch (cause) {
        throw unavailable(model.id, toError(cause).message, cause);
      }
    },
  };
}

function unavailable(id: string, why: string, cause?: unknown): ReelscopeError {
  return new ReelscopeError('model_unavailable', `The model ${id} could not be loaded: ${why}`, { cause });
}

async function open(folder: string, id: string, dtype: 'q8' | 'fp32'): Promise<Omit<CaptionEngine, 'info'>> {
  const { pipeline, RawImage } = await localTransformers(folder);
  const describe = await pipeline('image-to-text', id, {
    dtype,
    device: 'cpu',
    local_files_only: true,
    session_options: { logSeverityLevel: 3 },
  });
  return {
    async caption(picture, signal) {
      throwIfAborted(signal);
      const { data, info } = await sharp(picture).removeAlpha().toColourspace('srgb').raw().toBuffer({
        resolveWithObject: true,
      });
      const image = new RawImage(new Uint8ClampedArray(data), info.width, info.height, 3);
      const [said] = await describe(image, { max_new_tokens: MAX_TOKENS });
      throwIfAborted(signal);
      return said && 'generated_text' in said ? said.generated_text : '';
    },
    dispose: () => describe.dispose(),
  };
}
