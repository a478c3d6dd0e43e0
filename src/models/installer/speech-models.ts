import { join } from 'node:path';
import { CATALOG } from '../catalog/index.ts';
import { readSpeechModel, type SpeechModel } from '../speech/model-file.ts';
import { findInstalled, type InstalledModel, listInstalled, modelFile } from './installed.ts';
import { WHISPER_WEIGHTS } from './layouts.ts';

/**
 * Returns the speech model to use: the chosen one, or the most accurate installed one (the catalog lists each family from fast to
 * accurate; custom models rank last). Null if it is not installed or can't run.
 */
export async function chooseSpeechModel(folder: string, chosen: string | null): Promise<SpeechModel | null> {
  if (chosen !== null) {
    const model = await findInstalled(folder, chosen);
    return model ? toSpeechModel(folder, model) : null;
  }
  const models = (await listInstalled(folder)).filter((model) => model.task === 'speech-recognition');
  for (const model of models.sort((a, b) => rank(b) - rank(a))) {
    const usable = await toSpeechModel(folder, model);
    if (usable) return usable;
  }
  return null;
}

async function toSpeechModel(folder: string, model: InstalledModel): Promise<SpeechModel | null> {
  const has = (path: string) => model.files.some((file) => file.path === path);
  if (WHISPER_WEIGHTS.some(({ encoder, decoder }) => has(encoder) && has(decoder))) {
    return { kind: 'whisper-onnx', id: model.id, folder: join(folder, model.id) };
  }
  const file = modelFile(folder, model);
  const facts = await readSpeechModel(file);
  return facts && { ...facts, id: model.id, file };
}

function rank({ id }: InstalledModel): number {
  return CATALOG.findIndex((entry) => entry.id === id);
}
