import { expect, test } from 'vitest';
import { bestModel } from '../../../src/models/ollama/best-model.ts';

const withSight = ['completion', 'vision'];
const model = ([name, size]: [name: string, megabytes: number], capabilities = ['completion']) => ({
  name,
  sizeBytes: size * 1e6,
  capabilities,
  remote: name.endsWith('cloud'),
});
const best = (...models: [name: string, megabytes: number][]) =>
  bestModel(
    models.map((one) => model(one)),
    'completion',
  )?.name;

test('chooses by name and size, not by the order of the list', () => {
  expect(best(['gemma3:270m', 290], ['qwen2.5:7b', 4700])).toBe('qwen2.5:7b');
  expect(best(['llama3:8b-text-q4_0', 4700], ['llama3.2:1b', 1300])).toBe('llama3.2:1b');
  expect(best(['qwen2.5-coder:7b', 4700], ['llama3.2:3b', 2000])).toBe('llama3.2:3b');
  expect(best(['llama-guard3:8b', 4900], ['qwen2.5-coder:1.5b', 990])).toBe('qwen2.5-coder:1.5b');
  expect(best(['llama3.3:70b', 43_000], ['gemma3:4b', 3300], ['llama3.2:1b', 1300])).toBe('gemma3:4b');
  expect(best(['gemma3:270m', 290])).toBe('gemma3:270m');
  expect(best()).toBeUndefined();
});

test('chooses by kind: a model for text to write, one that sees to describe, none of another machine', () => {
  const models = [
    model(['llava:7b', 4700], withSight),
    model(['llama3.2:3b', 2000]),
    model(['moondream', 1700], withSight),
    model(['nomic-embed-text', 800], ['embedding']),
    model(['gpt-oss:120b-cloud', 1000], withSight),
  ];
  expect(bestModel(models, 'completion')?.name).toBe('llama3.2:3b');
  expect(bestModel(models, 'vision')?.name).toBe('llava:7b');
  expect(bestModel(models.slice(3), 'vision')).toBeUndefined();
  expect(best(['qwen2.5vl:7b', 6000], ['qwen2.5:3b', 1900])).toBe('qwen2.5:3b');
});
