import type { EngineInfo } from '../engine.ts';
import type { SpeechModel } from './model-file.ts';
import { onnxEngineInfo } from './onnx/info.ts';
import type { SpeechEngine } from './recognizer.ts';
import { type EngineParts, loadWhisperCpp, whisperCppInfo } from './whisper-cpp/engine.ts';

export { type GgmlSpeechModel, readSpeechModel, type SpeechModel } from './model-file.ts';
export type { Recognition, RecognitionOptions, RecognizedWord, SpeechEngine } from './recognizer.ts';
export { addonVersion } from './whisper-cpp/addon.ts';

/** Loads a speech model with the engine for its form. @throws ReelscopeError `model_unavailable` */
export async function loadSpeechEngine(model: SpeechModel, parts: EngineParts): Promise<SpeechEngine> {
  if (model.kind !== 'whisper-onnx') return loadWhisperCpp(model, parts);
  // Native code and megabytes of it: only when a model needs it.
  const { loadOnnxWhisper } = await import('./onnx/engine.ts');
  return loadOnnxWhisper(model.id, model.folder);
}

/** Returns the engine id of a model's findings as long as no GPU is in use. */
export function engineInfo(model: SpeechModel): EngineInfo {
  return model.kind === 'whisper-onnx' ? onnxEngineInfo(model.id) : whisperCppInfo(model.id);
}
