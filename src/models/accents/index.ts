import { access } from 'node:fs/promises';
import { ReelscopeError } from '../../contract/errors.ts';
import { sentence } from '../../core/texts/sentence.ts';
import type { Availability, EngineFactory } from '../engine.ts';
import { sharedEngine } from '../shared-engine.ts';
import { ACCENTS_INFO, type AccentEngine, loadAccents } from './engine.ts';
import { DATA_LANGUAGES, languageFile } from './languages.ts';

export type { AccentEngine, WordReading } from './engine.ts';
export { LANGUAGE_DATA, LANGUAGES, type Language } from './languages.ts';
export { SCRIPT_NAMES, SCRIPTS, type Script, type ScriptLanguage } from './scripts.ts';

/** Recognition of letters with accents, and of other scripts, with Tesseract; its weights are npm packages. */
export const accentEngine: EngineFactory<AccentEngine> = sharedEngine({
  info: ACCENTS_INFO,
  async availability(): Promise<Availability> {
    for (const language of DATA_LANGUAGES) {
      const name = `@tesseract.js-data/${language}`;
      try {
        await access(languageFile(language));
      } catch {
        return {
          available: false,
          reason: sentence('engine.ocr-incomplete', { file: name }),
          needs: [sentence('need.reinstall', { name })],
        };
      }
    }
    return { available: true };
  },
  async load() {
    try {
      return await loadAccents();
    } catch (error) {
      throw new ReelscopeError('model_unavailable', sentence('engine.ocr'), { cause: error });
    }
  },
});
