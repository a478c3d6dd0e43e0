import { describe, expect, it } from 'vitest';
import { CATALOG } from '../../../src/models/catalog/index.ts';
import type { InstalledModel } from '../../../src/models/installer/installed.ts';
import type { Installer } from '../../../src/models/installer/installer.ts';
import { createSpeechCheck } from '../../../src/server/engines/speech-choice.ts';

const INSTALLED = ['own-english', 'parakeet-tdt-0.6b-v3-q4_0', 'whisper-base-int8', 'whisper-base.en-int8'];

/** The check with installed models, of which `used` is selected in the settings. */
function checkWith(used: string | null, isDamaged = false) {
  const models = INSTALLED.map((id) => ({ id, task: 'speech-recognition' }) as InstalledModel);
  const installer = {
    catalog: CATALOG,
    listInstalled: async () => models,
    isDamaged: async () => isDamaged,
    languagesOf: async () => ['en'],
    speechModel: async (chosen: string | null) => (chosen === null ? used : INSTALLED.includes(chosen) ? chosen : null),
  } as unknown as Installer;
  return createSpeechCheck(installer, { get: () => ({ speech_model: used }) as never });
}

describe('speech options of a job', () => {
  it.each([
    ['whisper-base.en-int8', 'Whisper base.en int8 recognizes English only.'],
    ['own-english', 'own-english recognizes English only.'],
    ['parakeet-tdt-0.6b-v3-q4_0', 'can’t translate. Select a Whisper model'],
  ])('are refused for a translation by %s, selected for the job or in the settings', async (model, reason) => {
    const expected = { code: 'invalid_request', message: expect.stringContaining(reason) };
    await expect(checkWith('whisper-base-int8')({ model, translate: true })).rejects.toMatchObject(expected);
    await expect(checkWith(model)({ translate: true })).rejects.toMatchObject(expected);
    await expect(checkWith(model)({ translate: false, language: 'en' })).resolves.toBeUndefined();
  });

  it('are refused for a model that is not installed', async () => {
    await expect(checkWith(null)({ model: 'whisper-small-int8' })).rejects.toMatchObject({
      code: 'invalid_request',
      message: 'The speech model “whisper-small-int8” isn’t installed.',
    });
  });

  it('are refused for a damaged model, which is not said to be missing', async () => {
    await expect(checkWith(null, true)({ model: 'whisper-small-int8' })).rejects.toMatchObject({
      message: 'The speech model “whisper-small-int8” is damaged. Install or import it again in Settings > Models.',
    });
  });

  it('are accepted for a model for many languages, and without any model', async () => {
    await expect(checkWith('whisper-base-int8')({ translate: true })).resolves.toBeUndefined();
    await expect(checkWith('own-english')({ model: 'whisper-base-int8', translate: true })).resolves.toBeUndefined();
    await expect(checkWith(null)({ translate: true })).resolves.toBeUndefined();
  });
});
