import { readFile } from 'node:fs/promises';
import { ReelscopeError } from '../../contract/errors.ts';
import { errorText, sentence } from '../../core/texts/sentence.ts';
import { listInstalled, modelFile } from '../installer/installed.ts';
import type { Reading } from './ctc.ts';
import { RECOGNIZER_SESSION } from './engine.ts';
import type { RotatedRect } from './geometry.ts';
import type { RgbImage } from './image.ts';
import { type LineRecognizer, openRecognizer } from './line-recognizer.ts';
import { inLogicalOrder } from './logical-order.ts';
import { onnxMetadata } from './onnx-metadata.ts';

/** Property in which the models have their dictionary, one character per line. */
const DICTIONARY = 'character';

/** All installed recognizers of text. */
export interface InstalledTextReaders {
  /** Ids of the models, sorted. */
  readonly ids: readonly string[];
  /** One reading per model, in logical order. */
  read(image: RgbImage, rect: RotatedRect): Promise<Reading[]>;
  dispose(): Promise<void>;
}

/** Returns the ids of the installed recognizers, sorted. */
export async function installedTextModels(folder: string): Promise<string[]> {
  return (await textModels(folder)).map(({ id }) => id);
}

/**
 * Loads all installed recognizers.
 * @throws ReelscopeError `model_unavailable` with the model that can't be loaded
 */
export async function loadTextReaders(folder: string): Promise<InstalledTextReaders> {
  const loaded: LineRecognizer[] = [];
  const ids: string[] = [];
  const dispose = async () => {
    await Promise.all(loaded.map((reader) => reader.dispose()));
  };
  for (const model of await textModels(folder)) {
    try {
      const bytes = await readFile(modelFile(folder, model));
      const dictionary = onnxMetadata(bytes, DICTIONARY);
      if (!dictionary) throw new Error('The model has no dictionary.');
      const characters = dictionary.replace(/\r?\n$/, '').split(/\r?\n/);
      const alphabet = characters.at(-1) === ' ' ? characters : [...characters, ' '];
      loaded.push(await openRecognizer(bytes, alphabet, RECOGNIZER_SESSION));
      ids.push(model.id);
    } catch (cause) {
      await dispose();
      const reason = errorText(cause);
      throw new ReelscopeError('model_unavailable', sentence('engine.model', { model: model.id, reason }), { cause });
    }
  }
  return {
    ids,
    read: async (image, rect) => {
      const readings: Reading[] = [];
      for (const reader of loaded) readings.push(inLogicalOrder(await reader.read(image, rect)));
      return readings;
    },
    dispose,
  };
}

async function textModels(folder: string) {
  return (await listInstalled(folder)).filter(({ task }) => task === 'text-recognition');
}
