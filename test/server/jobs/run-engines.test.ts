import { describe, expect, it } from 'vitest';
import { BUNDLED_ENGINES, type EngineSettings } from '../../../src/contract/system/engine-settings.ts';
import { enginesOfRun } from '../../../src/server/jobs/run-engines.ts';

const NO_OPTIONS = { speechOptions: null, textLanguages: null };
const settings: EngineSettings = {
  ...BUNDLED_ENGINES,
  decoding: 'auto',
  speech: { model: 'small', language: 'de', vocabulary: ['Reelscope'], translate: true },
  textLanguages: ['de'],
};

describe('engines of a run', () => {
  it('follows the settings where the video has no options', () => {
    expect(enginesOfRun(settings, NO_OPTIONS, 1)).toEqual(settings);
  });

  it('replaces the settings that the video has options for, also by null and false', () => {
    const speechOptions = JSON.stringify({ language: null, translate: false });
    const engines = enginesOfRun(settings, { speechOptions, textLanguages: '[]' }, 1);
    expect(engines.speech).toEqual({ model: 'small', language: null, vocabulary: ['Reelscope'], translate: false });
    expect(engines.textLanguages).toEqual([]);
  });

  it('decodes a repeated attempt in software, unless the settings do so anyway', () => {
    expect(enginesOfRun(settings, NO_OPTIONS, 2).decoding).toBe('retry');
    expect(enginesOfRun({ ...settings, decoding: 'off' }, NO_OPTIONS, 2).decoding).toBe('off');
    expect(enginesOfRun(BUNDLED_ENGINES, NO_OPTIONS, 2)).not.toHaveProperty('decoding');
  });
});
