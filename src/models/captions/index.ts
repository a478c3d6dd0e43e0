import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { throwIfAborted } from '../../base/abort.ts';
import { ReelscopeError } from '../../contract/errors.ts';
import type { LocalizedText } from '../../contract/message.ts';
import { errorText, sentence } from '../../core/texts/sentence.ts';
import { readRgb } from '../../media/images/image.ts';
import type { EngineFactory, LoadedEngine } from '../engine.ts';
import { type InstalledModel, installedAvailability, listInstalled } from '../installer/installed.ts';
import { CAPTION_WEIGHTS } from '../installer/layouts.ts';
import { localTransformers } from '../local-transformers.ts';

/** Describes an image in one sentence. */
export interface CaptionEngine extends LoadedEngine {
  /** @param picture JPEG or PNG @returns may be empty @throws CanceledError */
  caption(picture: Uint8Array, signal?: AbortSignal): Promise<string>;
}

/** These models were trained on sentences of about ten words. */
const MAX_TOKENS = 30;
/** Of stills, which are smaller. */
const MAX_PIXELS = 40_000_000;

/** Returns the installed caption model, the first by id; null if there is none. */
export async function installedCaptionEngine(folder: string): Promise<EngineFactory<CaptionEngine> | null> {
  const model = (await listInstalled(folder)).find(({ task }) => task === 'image-captioning');
  return model ? captionEngine(folder, model) : null;
}

/**
 * Engine for an installed Hugging Face image-to-text model (an image encoder and a text decoder). Nothing is
 * downloaded. The id is the folder's, the version the hash of the decoder.
 */
export function captionEngine(folder: string, model: InstalledModel): EngineFactory<CaptionEngine> {
  const has = (path: string) => existsSync(join(folder, model.id, ...path.split('/')));
  const weights = CAPTION_WEIGHTS.find(({ encoder, decoder }) => has(encoder) && has(decoder));
  const hash = model.files.find(({ path }) => path === weights?.decoder)?.sha256 ?? model.files[0]!.sha256;
  const info = { id: `transformers/${model.id}`, version: hash.slice(0, 12) };
  return {
    info,
    availability: () => installedAvailability(folder, model.id, weights !== undefined),
    async load() {
      if (!weights) throw unavailable(model.id, sentence('engine.no-onnx'));
      try {
        return { ...(await open(folder, model.id, weights.dtype)), info };
      } catch (cause) {
        throw unavailable(model.id, errorText(cause), cause);
      }
    },
  };
}

function unavailable(id: string, why: LocalizedText, cause?: unknown): ReelscopeError {
  return new ReelscopeError('model_unavailable', sentence('engine.model', { model: id, reason: why }), { cause });
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
      const { rgb, width, height } = await readRgb(picture, MAX_PIXELS);
      const image = new RawImage(new Uint8ClampedArray(rgb), width, height, 3);
      const [said] = await describe(image, { max_new_tokens: MAX_TOKENS });
      throwIfAborted(signal);
      return said && 'generated_text' in said ? said.generated_text : '';
    },
    dispose: () => describe.dispose(),
  };
}
