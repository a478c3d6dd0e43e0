import { describe, expect, it } from 'vitest';
import { CATALOG, recommendSpeechModels, sizeOf } from '../../../src/models/catalog/index.ts';

const COMPUTER = { memoryBytes: 16e9, hasMetal: false };

const ids = (language: string | null, machine: Partial<typeof COMPUTER> = {}) =>
  Object.fromEntries(recommendSpeechModels(language, { ...COMPUTER, ...machine }).map(({ tier, id }) => [tier, id]));

describe('recommended speech models', () => {
  it('begin with the bundled one', () => {
    expect(ids(null)).toEqual({ fast: 'whisper-base-int8', balanced: 'whisper-small-int8' });
    expect(ids('en')).toEqual({ fast: 'whisper-base-int8', balanced: 'whisper-small.en-int8' });
  });

  it('fit into memory', () => {
    expect(ids(null, { memoryBytes: 4e9 })).toEqual({ fast: 'whisper-base-int8' });
  });

  it('include a large one for Metal', () => {
    expect(ids('en', { hasMetal: true })['best']).toBe('whisper-large-v3-turbo-q5_0');
    expect(ids(null, { hasMetal: true, memoryBytes: 4e9 })).not.toHaveProperty('best');
  });

  it('are in the catalog, with a published size', () => {
    for (const language of [null, 'en']) {
      for (const hasMetal of [true, false]) {
        for (const id of Object.values(ids(language, { hasMetal }))) {
          const entry = CATALOG.find((one) => one.id === id);
          expect(entry && sizeOf(entry), id).toBeGreaterThan(30e6);
        }
      }
    }
  });
});
