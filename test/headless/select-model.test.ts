import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Client, localClient } from '../fixtures/client.ts';
import { runCommand } from '../fixtures/command.ts';
import { type OllamaDouble, startOllamaDouble } from '../fixtures/ollama-double.ts';
import { writeSentenceModel } from '../fixtures/sentence-model.ts';
import { startTestServer, type TestServer } from '../fixtures/server.ts';

let server: TestServer;
let client: Client;
let ollama: OllamaDouble;
beforeAll(async () => {
  server = await startTestServer();
  client = localClient(server);
  ollama = await startOllamaDouble();
  await client.patch('/models/settings', { ollama_url: ollama.url });
});
afterAll(async () => {
  await server.close();
  await ollama.close();
});

const use = (...words: string[]) => runCommand('models', 'use', ...words, '--data-dir', server.dataFolder);
const settings = async () => (await client.get('/models/settings')).body;

test('selects a model of Ollama for what it can do, or for what is asked, and returns to the automatic choice', async () => {
  expect((await use('nomic-embed-text:latest')).stdout).toBe('Semantic search: nomic-embed-text.\n');
  expect((await use('moondream')).stdout).toBe('Image descriptions: moondream.\n');
  expect((await use('moondream', '--for', 'language')).stdout).toBe('Summaries and answers: moondream.\n');
  expect(await settings()).toMatchObject({
    embedding_engine: 'ollama',
    ollama_embedding_model: 'nomic-embed-text',
    ollama_vision_model: 'moondream',
    ollama_language_model: 'moondream',
  });
  expect((await use('best', '--for', 'language')).stdout).toBe('Summaries and answers: llama3.2:3b.\n');
  expect((await use('llama3.2:3b', '--for', 'vision')).stderr).toContain('llama3.2:3b can be used for language.');
  expect((await use('gemma3:4b')).stderr).toContain('No model gemma3:4b');
  expect((await settings()).ollama_vision_model).toBe('moondream');
});

test('selects an installed sentence encoder', async () => {
  await writeSentenceModel(join(server.dataFolder, 'models'), 'tiny-one');
  expect((await use('tiny-one')).stdout).toBe('Semantic search: tiny-one.\n');
  expect(await settings()).toMatchObject({ embedding_engine: 'transformers', embedding_model: 'tiny-one' });
  expect((await use('best', '--for', 'search')).stdout).toBe('Semantic search: bundled.\n');
});
