import type { EngineSettings as ModuleEngineSettings } from '../modules/module.ts';
import type { EngineSettings } from './protocol.ts';

/** Engine settings as modules take them; a run that names none gets only what is bundled. */
export function engineSettingsOf(engines: EngineSettings | undefined): ModuleEngineSettings {
  if (!engines) {
    return { modelsFolder: '', offline: true, speech: { model: null, language: null, vocabulary: [] }, ollama: null };
  }
  const { url, vision_model, language_model } = engines.ollama;
  return {
    modelsFolder: engines.models_folder,
    offline: engines.offline,
    speech: engines.speech,
    ollama: url === null ? null : { url, visionModel: vision_model, languageModel: language_model },
  };
}
