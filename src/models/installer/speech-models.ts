import { join } from 'node:path';
import { CATALOG } from '../catalog/index.ts';
import { BUNDLED_SPEECH_MODEL, bundledSpeechModel } from '../speech/bundled.ts';
import { type GgmlSpeechModel, readSpeechModel, type SpeechModel } from '../speech/model-file.ts';
import { isMultilingualFolder } from '../speech/onnx/model-folder.ts';
import { findInstalled, type InstalledModel, listInstalled, modelFile } from './installed.ts';
import { WHISPER_WEIGHTS } from './layouts.ts';

export { preparedFolder } from '../speech/bundled.ts';

/**
 * Returns the speech model to use: the chosen one, or the most accurate installed one (the catalog lists each family
 * from fast to accurate; custom models rank last), or else the bundled one. Models for the processor come before those
 * of whisper.cpp. Null if it is not installed or can't run.
 */
export async function chooseSpeechModel(folder: string, chosen: string | null): Promise<SpeechModel | null> {
  if (chosen !== null) {
    const model = await findInstalled(folder, chosen);
    return model ? toSpeechModel(folder, model) : chosen === BUNDLED_SPEECH_MODEL ? bundledSpeechModel(folder) : null;
  }
  const models = await usableModels(folder);
  return models.find(({ kind }) => kind === 'whisper-onnx') ?? models[0] ?? bundledSpeechModel(folder);
}

/** Returns the most accurate installed model that a GPU can run. */
export async function chooseGpuSpeechModel(folder: string): Promise<GgmlSpeechModel | null> {
  return (await usableModels(folder)).find((model) => model.kind !== 'whisper-onnx') ?? null;
}

async function usableModels(folder: string): Promise<SpeechModel[]> {
  const installed = (await listInstalled(folder)).filter((model) => model.task === 'speech-recognition');
  const ranked = installed.sort((a, b) => rank(b) - rank(a));
  const models = await Promise.all(ranked.map((model) => toSpeechModel(folder, model)));
  return models.filter((model) => model !== null);
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

/** Languages of an installed speech model, from its own files. */
export async function languagesOf(folder: string, model: InstalledModel): Promise<'multilingual' | ['en']> {
  const speech = await toSpeechModel(folder, model);
  const multilingual =
    speech?.kind === 'whisper-onnx' ? await isMultilingualFolder(speech.folder) : speech?.multilingual;
  return multilingual === false ? ['en'] : 'multilingual';
}

function rank({ id }: InstalledModel): number {
  return CATALOG.findIndex((entry) => entry.id === id);
}
