import { describe, test } from 'vitest';
import { openOllama } from '../../../src/models/ollama/index.ts';
import { generatingEngineSuite } from '../../suites/generating-engine.ts';

const host = process.env.OLLAMA_HOST;

if (host) {
  const url = host.includes('://') ? host : `http://${host}`;
  generatingEngineSuite(`a real Ollama at ${url}`, async () =>
    openOllama({ url, visionModel: null, languageModel: null }, { fetch }).language(),
  );
} else {
  describe('a real Ollama', () => {
    test.skip('needs OLLAMA_HOST: the address of a server that has a model', () => {});
  });
}
