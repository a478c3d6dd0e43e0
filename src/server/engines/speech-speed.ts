import type { EngineOptions } from '../../contract/system/models.ts';
import { chooseSpeechModel } from '../../models/installer/speech-models.ts';
import {
  bundledSpeechModel,
  instructionSet,
  recordedSpeed,
  type SpeechSpeed,
  speechSpeed,
} from '../../models/speech/index.ts';
import { modelsFolder } from './engine-options.ts';

export interface SpeechReport extends Omit<SpeechSpeed, 'speed'> {
  instructions: string;
  /** Null for the bundled model before its first analysis. */
  speed: number | null;
}

const quiet = { debug() {}, info() {}, warn() {}, error() {} };

/** Speed of the speech model that an analysis uses, in seconds of sound per second; null before the first. */
export async function knownSpeechSpeed(dataFolder: string, chosen: string | null): Promise<number | null> {
  const folder = modelsFolder(dataFolder);
  const model = await chooseSpeechModel(folder, chosen);
  return model && (await recordedSpeed(model, folder)).speed;
}

/**
 * Engine, processor instructions, and speed of speech recognition; null without a usable model. Loads an installed
 * model if its speed is unknown, so it belongs in a process of its own. @throws ReelscopeError `model_unavailable`
 */
export async function speechReport(dataFolder: string, options: EngineOptions): Promise<SpeechReport | null> {
  const folder = modelsFolder(dataFolder);
  const model = await chooseSpeechModel(folder, options.speech_model);
  if (!model) return null;
  const instructions = instructionSet();
  const isBundled = model.kind === 'whisper-onnx' && model.folder === bundledSpeechModel(folder)?.folder;
  if (!isBundled) return { instructions, ...(await speechSpeed(model, { folder, log: quiet })) };
  return { instructions, ...(await recordedSpeed(model, folder)) };
}
