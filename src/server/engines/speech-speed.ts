import type { EngineOptions } from '../../contract/models.ts';
import { chooseSpeechModel } from '../../models/installer/speech-models.ts';
import { instructionSet, type SpeechSpeed, speechSpeed } from '../../models/speech/index.ts';
import { modelsFolder } from './engine-options.ts';

export interface SpeechReport extends SpeechSpeed {
  instructions: string;
}

const quiet = { debug() {}, info() {}, warn() {}, error() {} };

/**
 * Engine, processor instructions, and speed of speech recognition; null without a usable model. Loads the model if its
 * speed is unknown, so it belongs in a process of its own. @throws ReelscopeError `model_unavailable`
 */
export async function speechReport(dataFolder: string, options: EngineOptions): Promise<SpeechReport | null> {
  const folder = modelsFolder(dataFolder);
  const model = await chooseSpeechModel(folder, options.speech_model);
  return model && { instructions: instructionSet(), ...(await speechSpeed(model, { folder, log: quiet })) };
}
