import { createHash } from 'node:crypto';
import { beforeAll, describe, expect, test } from 'vitest';
import { openOllama } from '../../../src/models/ollama/server.ts';
import { tinyGguf } from '../../fixtures/tiny-gguf.ts';
import { generatingEngineSuite } from '../../suites/generating-engine.ts';

const host = process.env.OLLAMA_HOST;
/** A model with random weights, so that the server needs no download. */
const TINY = 'reelscope-test-tiny';

if (host) {
  const url = host.includes('://') ? host : `http://${host}`;
  const ollama = openOllama({ url, visionModel: null, languageModel: TINY }, { fetch });
  beforeAll(() => makeTinyModel(url), 60_000);
  generatingEngineSuite(`a real Ollama at ${url}`, async () => ollama.language());
  describe('real Ollama', () => {
    test('returns vectors', { timeout: 60_000 }, async () => {
      const vectors = await ollama.embed({ name: TINY }, ['a street', 'a cat']);
      expect(vectors.map(({ length }) => length)).toEqual([64, 64]);
    });
  });
} else {
  describe('real Ollama', () => {
    test.skip('requires OLLAMA_HOST: the URL of a server', () => {});
  });
}

async function makeTinyModel(url: string): Promise<void> {
  const file = tinyGguf();
  const digest = `sha256:${createHash('sha256').update(file).digest('hex')}`;
  const body = new Uint8Array(file);
  const stored = await fetch(`${url}/api/blobs/${digest}`, { method: 'POST', body });
  expect(stored.ok).toBe(true);
  const files = { 'tiny.gguf': digest };
  const template = '{{ .System }} {{ .Prompt }}';
  const request = { model: TINY, files, template, stream: false };
  const made = await fetch(`${url}/api/create`, { method: 'POST', body: JSON.stringify(request) });
  expect(await made.text()).toContain('success');
}
