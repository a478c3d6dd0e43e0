import { type EngineInfo, engineIdOf } from '../engine.ts';
import type { GgmlSpeechModel, SpeechModel } from './model-file.ts';
import { onnxEngineInfo } from './onnx/info.ts';
import type { SpeechEngine } from './recognizer.ts';
import { jobKey, measureSpeed, readSpeeds, recordSpeed } from './speeds.ts';
import { addonVersion } from './whisper-cpp/addon.ts';
import { GPU_BUILDS } from './whisper-cpp/device.ts';
import { type EngineParts, loadWhisperCpp, whisperCppInfo } from './whisper-cpp/engine.ts';

export { BUNDLED_SPEECH_MODEL, bundledSpeechModel } from './bundled.ts';
export { instructionSet } from './instructions.ts';
export { type GgmlSpeechModel, readSpeechModel, type SpeechModel } from './model-file.ts';
export type { LanguageDetector, Recognition, RecognitionOptions, RecognizedWord, SpeechEngine } from './recognizer.ts';
export { recordJobSpeed } from './speeds.ts';
export { addonVersion } from './whisper-cpp/addon.ts';

/** Loads a speech model with the engine for its form. @throws ReelscopeError `model_unavailable` */
export async function loadSpeechEngine(model: SpeechModel, parts: EngineParts): Promise<SpeechEngine> {
  if (model.kind !== 'whisper-onnx') return loadWhisperCpp(model, parts);
  // Native code and megabytes of it: only when a model needs it.
  const { loadOnnxWhisper } = await import('./onnx/engine.ts');
  return loadOnnxWhisper(model.id, model.folder, model.copies);
}

/**
 * Loads the faster one of a model for the processor and a model for the GPU, by a self-test whose result is kept.
 * Without a usable GPU, or with a slower one, that is the processor. @throws ReelscopeError `model_unavailable`
 */
export async function loadFastestEngine(
  model: SpeechModel,
  gpuModel: GgmlSpeechModel | null,
  parts: EngineParts,
): Promise<SpeechEngine> {
  const builds = GPU_BUILDS.map((build) => (parts.addonVersion ?? addonVersion)(build, parts.folder)).filter(Boolean);
  if (!gpuModel || model.kind !== 'whisper-onnx' || builds.length === 0) return loadSpeechEngine(model, parts);
  // Another build is tested again.
  const key = `gpu:${engineIdOf(whisperCppInfo(gpuModel.id, 'gpu'))}:${builds.join()}`;
  const speeds = await readSpeeds(parts.folder);
  const engineId = engineIdOf(engineInfo(model));
  if (speeds[key] === undefined) {
    speeds[key] = await gpuSpeed(gpuModel, parts);
    await recordSpeed(parts.folder, key, speeds[key]);
  }
  if (speeds[key] > 0 && speeds[engineId] === undefined) {
    const engine = await loadSpeechEngine(model, parts);
    speeds[engineId] = await measureSpeed(engine).finally(() => engine.dispose());
    await recordSpeed(parts.folder, engineId, speeds[engineId]);
  }
  return loadSpeechEngine(speeds[key] > (speeds[engineId] ?? 0) ? gpuModel : model, parts);
}

/** Speed of an engine in seconds of sound per second. */
export interface SpeechSpeed {
  /** Engine id. */
  engine: string;
  speed: number;
  /** Whether it was measured on the speech of an analysis; otherwise by the self-test, which decodes little text. */
  fromJob: boolean;
}

/** Speed that an analysis or a self-test has recorded; null before the first. @param folder of the models */
export async function recordedSpeed(
  model: SpeechModel,
  folder: string,
): Promise<Omit<SpeechSpeed, 'speed'> & { speed: number | null }> {
  const engine = engineIdOf(engineInfo(model));
  const speeds = await readSpeeds(folder);
  const [inJob, tested] = [speeds[jobKey(engine)], speeds[engine]];
  if (inJob !== undefined) return { engine, speed: inJob, fromJob: true };
  return { engine, speed: tested ?? null, fromJob: false };
}

/**
 * Speed in the last analysis, or else by a self-test whose result is kept. @throws ReelscopeError `model_unavailable`
 */
export async function speechSpeed(model: SpeechModel, parts: EngineParts): Promise<SpeechSpeed> {
  const { engine, speed: known, fromJob } = await recordedSpeed(model, parts.folder);
  if (known !== null) return { engine, speed: known, fromJob };
  const loaded = await loadSpeechEngine(model, parts);
  const speed = await measureSpeed(loaded).finally(() => loaded.dispose());
  await recordSpeed(parts.folder, engine, speed);
  return { engine, speed, fromJob: false };
}

/** Speed of a model on the GPU; 0 when it can't run there. */
async function gpuSpeed(model: GgmlSpeechModel, parts: EngineParts): Promise<number> {
  const engine = await loadWhisperCpp(model, parts);
  try {
    return engine.info.version.endsWith('-cpu') ? 0 : await measureSpeed(engine);
  } finally {
    await engine.dispose();
  }
}

/** Returns the engine id of a model's findings as long as no GPU is in use. */
export function engineInfo(model: SpeechModel): EngineInfo {
  return model.kind === 'whisper-onnx' ? onnxEngineInfo(model.id) : whisperCppInfo(model.id);
}
