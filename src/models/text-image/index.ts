import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { CanceledError } from '../../base/errors.ts';
import { ReelscopeError } from '../../contract/errors.ts';
import { errorText, sentence } from '../../core/texts/sentence.ts';
import type { EngineFactory, LoadedEngine } from '../engine.ts';
import { findInstalled, type InstalledModel, installedAvailability } from '../installer/installed.ts';
import { TEXT_TOWER_WEIGHTS, VISION_TOWER_WEIGHTS } from '../installer/layouts.ts';
import { openTowers, type Pixels } from './towers.ts';

/** Embeds pictures and words in one space, where a picture is near the words that describe it. */
export interface TextImageEngine extends LoadedEngine {
  /** One L2-normalized vector per text, in order. @throws ReelscopeError `model_unavailable`; CanceledError */
  embedTexts(texts: readonly string[], signal?: AbortSignal): Promise<Float32Array[]>;
  /** One L2-normalized vector per picture, in order. @throws ReelscopeError `model_unavailable`; CanceledError */
  embedPictures(pictures: readonly Pixels[], signal?: AbortSignal): Promise<Float32Array[]>;
}

/** Returns an installed model without loading it. @throws ReelscopeError `model_unavailable` if it is not installed */
export async function chooseTextImage(folder: string, id: string): Promise<EngineFactory<TextImageEngine>> {
  const model = await findInstalled(folder, id);
  if (model?.task !== 'text-image') {
    throw new ReelscopeError('model_unavailable', sentence('frames.not-installed', { model: id }));
  }
  return textImageEngine(folder, model);
}

/**
 * Engine for an installed CLIP or SigLIP model. Nothing is downloaded. The id is the folder's; the version is of both
 * networks, since vectors of others are not comparable. Each network is loaded with its first use: searches need no
 * pictures.
 */
export function textImageEngine(folder: string, model: InstalledModel): EngineFactory<TextImageEngine> {
  const has = ([path]: readonly [string, string]) => existsSync(join(folder, model.id, ...path.split('/')));
  const vision = VISION_TOWER_WEIGHTS.find(has);
  const text = TEXT_TOWER_WEIGHTS.find(has);
  const hashOf = (path: string | undefined) => model.files.find((file) => file.path === path)?.sha256 ?? 'unknown';
  const info = {
    id: `transformers/${model.id}`,
    version: `${hashOf(vision?.[0]).slice(0, 12)}-${hashOf(text?.[0]).slice(0, 12)}`,
  };
  return {
    info,
    availability: () => installedAvailability(folder, model.id, vision !== undefined && text !== undefined),
    async load() {
      const failed = (cause: unknown): never => {
        if (cause instanceof CanceledError) throw cause;
        const reason = cause === undefined ? sentence('engine.no-onnx') : errorText(cause);
        throw new ReelscopeError('model_unavailable', sentence('engine.model', { model: model.id, reason }), { cause });
      };
      if (!vision || !text) return failed(undefined);
      const towers = await openTowers(folder, model.id, { vision: vision[1], text: text[1] }).catch(failed);
      return {
        info,
        embedTexts: (texts, signal) => towers.embedTexts(texts, signal).catch(failed),
        embedPictures: (pictures, signal) => towers.embedPictures(pictures, signal).catch(failed),
        dispose: towers.dispose,
      };
    },
  };
}
