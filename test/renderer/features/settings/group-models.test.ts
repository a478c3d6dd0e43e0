import { expect, test } from 'vitest';
import type { ModelInfo, ModelList } from '../../../../src/contract/system/models.ts';
import { groupModels } from '../../../../src/renderer/features/settings/models/group-models.ts';
import { folderOf } from '../../../../src/renderer/features/settings/models/pick-path.ts';

const model = (id: string, task: ModelInfo['task'], status: ModelInfo['status']) => ({ id, task, status }) as ModelInfo;
const ids = (models: readonly ModelInfo[]) => models.map(({ id }) => id);

test('lists each model once: recommended, on this computer, the rest by task', () => {
  const groups = groupModels({
    recommended_speech: [
      { tier: 'fast', model_id: 'tiny' },
      { tier: 'best', model_id: 'large' },
      { tier: 'balanced', model_id: 'unknown' },
    ],
    models: [
      model('captions', 'image-captioning', 'available'),
      model('tiny', 'speech-recognition', 'installed'),
      model('base', 'speech-recognition', 'available'),
      model('large', 'speech-recognition', 'available'),
      model('voices', 'speaker-embedding', 'installed'),
      model('turns', 'speaker-segmentation', 'available'),
      model('own', 'speech-recognition', 'failed'),
    ],
  } as unknown as ModelList);
  expect(groups.recommended.map(({ tier, model: { id } }) => [tier, id])).toEqual([
    ['fast', 'tiny'],
    ['best', 'large'],
  ]);
  expect(ids(groups.speakers)).toEqual(['voices', 'turns']);
  expect(ids(groups.installed)).toEqual(['voices', 'own']);
  expect(groups.others.map(({ task, models }) => [task, ids(models)])).toEqual([
    ['speech-recognition', ['base']],
    ['image-captioning', ['captions']],
  ]);
});

test.each([
  ['/home/ann/models/whisper/onnx/encoder.onnx', 'whisper/onnx/encoder.onnx', '/home/ann/models/whisper'],
  ['C:\\models\\whisper\\config.json', 'whisper/config.json', 'C:\\models\\whisper'],
])('finds the chosen folder of %s', (path, relative, folder) => {
  expect(folderOf(path, relative)).toBe(folder);
});
