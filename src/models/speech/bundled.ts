import { join } from 'node:path';
import { weightsFile } from '../weights-file.ts';
import type { OnnxSpeechModel } from './model-file.ts';

/** Catalog id of the speech model in `weights/whisper-base`. */
export const BUNDLED_SPEECH_MODEL = 'whisper-base-int8';

/** Returns the folder of converted copies of bundled weights, which aren't models that a user installed. */
export const preparedFolder = (modelsFolder: string): string => join(modelsFolder, '.prepared');

/**
 * Returns the speech model that comes with the product; null if its weights are missing.
 * @param modelsFolder folder of the installed models; empty for none
 */
export function bundledSpeechModel(modelsFolder: string): OnnxSpeechModel | null {
  const folder = weightsFile('whisper-base');
  if (folder === null) return null;
  return {
    kind: 'whisper-onnx',
    id: BUNDLED_SPEECH_MODEL,
    folder,
    // Never beside the weights, which are part of the package.
    copies: modelsFolder === '' ? null : preparedFolder(modelsFolder),
  };
}
