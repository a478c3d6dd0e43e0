import type { SpeechOptions } from '../../contract/analysis/processing.ts';
import { ReelscopeError } from '../../contract/errors.ts';
import { sentence } from '../../core/texts/sentence.ts';
import type { Installer } from '../../models/installer/installer.ts';
import type { EngineOptionsService } from './engine-options.ts';

/** Check of the speech options of a job before it is queued. */
export function createSpeechCheck(installer: Installer, options: Pick<EngineOptionsService, 'get'>) {
  /** @throws ReelscopeError `invalid_request` if the model isn't installed, is damaged, or can't translate */
  return async function requireSpeech({ model, translate }: SpeechOptions): Promise<void> {
    const id = await installer.speechModel(model === undefined ? options.get().speech_model : model);
    if (id === null) {
      if (model == null) return;
      const state = (await installer.isDamaged(model)) ? 'damaged' : 'missing';
      throw new ReelscopeError('invalid_request', sentence(`speech.model-${state}`, { model }));
    }
    if (!translate) return;
    const entry = installer.catalog.find((one) => one.id === id);
    const installed = (await installer.listInstalled()).find((one) => one.id === id);
    const languages = entry?.languages ?? (installed ? await installer.languagesOf(installed) : 'multilingual');
    if (languages === 'multilingual') return;
    const name = entry?.name ?? id;
    throw new ReelscopeError(
      'invalid_request',
      sentence(languages.length === 1 ? 'speech.translate-english-only' : 'speech.translate-unsupported', { name }),
    );
  };
}
