import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { MODULE_NAMES } from '../../../src/contract/analysis/modules.ts';
import { EngineOptions } from '../../../src/contract/system/models.ts';
import { diagnosticsFiles, SAFE_MESSAGES } from '../../../src/server/hosting/diagnostics.ts';
import { logLine } from '../../../src/server/hosting/log-file.ts';

const ROOT = join(import.meta.dirname, '../../..');

const SECRETS = [
  'geheim.mp4',
  '/home/anna',
  'C:\\Users\\Anna\\Desktop',
  '/Users/anna.kurz/Movies/Betriebsversammlung Mai.mov',
  'eyJhbGciOiJFUzI1NiJ9.e30.x',
  'rs_live_3f9a7c01d2',
  'Quokkawort',
  '10.9.8.7',
  'fd00::7:8',
  'anna@example.org',
  'und dann sagte sie: das bleibt unter uns',
  'registry.firma.example/anna/private-model',
];

/** A bundle with one text in every field that contains external data. */
function bundleWith(text: string): string {
  const options = EngineOptions.parse({
    offline: true,
    models_url: 'http://10.9.8.7',
    speech_model: text,
    speech_language: 'de',
    text_languages: [],
    speech_vocabulary: [text.slice(0, 100)],
    hardware_decoding: true,
    speech_translate: false,
    ollama_url: 'http://10.9.8.7:1',
    ollama_more_urls: ['http://10.9.8.7:2'],
    ollama_vision_model: text,
    ollama_language_model: text,
    ollama_embedding_model: text,
    embedding_engine: 'bundled',
    embedding_model: text,
    frame_model: text,
  });
  const error = new Error(text, { cause: new Error(text) });
  const log = [
    logLine({ time: 0, level: 'error', message: `cannot open ${text}`, fields: { code: 'internal', stack: text } }),
    logLine({ time: 0, level: 'error', message: text, fields: {} }),
    logLine({
      time: 0,
      level: 'error',
      message: 'job failed to run',
      fields: { error, job_id: text, [text]: text },
    }),
    logLine({
      time: 0,
      level: 'info',
      message: 'request refused',
      fields: { route: `/${text}`, status: 404, method: text },
    }),
    logLine({ time: 0, level: 'info', message: 'request', fields: { status: text, ms: text, code: text, url: text } }),
    logLine({ time: 0, level: 'info', message: 'request refused', fields: { route: '/videos/:job_id', status: 404 } }),
    `${text}\n`,
    `${JSON.stringify({ time: text, level: 'info', message: 'started' })}\n`,
  ].join('');
  const modules = MODULE_NAMES.map((name) => ({
    name,
    title: text,
    description: text,
    engine: text,
    available: false,
    reason: text,
    needs: [text],
    needs_texts: [null],
    reason_text: { key: text },
  }));
  const files = diagnosticsFiles({
    version: '1',
    host: 'test',
    options,
    modules,
    decoding: null,
    counts: {},
    logs: [log],
    versions: {},
  });
  return files.map(({ name, input }) => `${name}\n${input}`).join('\n');
}

it.each(SECRETS)('contains nothing of “%s” in settings, modules, and logs, but still the events', (secret) => {
  const text = bundleWith(secret);
  expect(text).not.toContain(secret);
  expect(text).not.toContain(JSON.stringify(secret).slice(1, -1));
  for (const other of ['10.9.8.7', '"test/']) expect(text).not.toContain(other);
  expect(text).toContain('"message":"job failed to run"');
  expect(text).toContain('"status":404,"route":"/videos/:job_id"');
  expect(text).toMatch(/\d other line\(s\) removed/);
});

it('contains nothing of any text', () => {
  const marked = fc.string({ minLength: 1, maxLength: 60, unit: 'grapheme' }).map((text) => `Zq7${text}Zq7`);
  fc.assert(
    fc.property(marked, (text) => {
      expect(bundleWith(text)).not.toContain('Zq7');
    }),
    { numRuns: 50 },
  );
});

it('keeps the names of bundled engines', () => {
  const options = EngineOptions.parse({
    offline: false,
    hardware_decoding: true,
    models_url: 'http://127.0.0.1',
    speech_model: null,
    speech_language: null,
    speech_vocabulary: [],
    speech_translate: false,
    text_languages: [],
    ollama_url: null,
    ollama_more_urls: [],
    ollama_vision_model: null,
    ollama_language_model: null,
    ollama_embedding_model: null,
    embedding_engine: 'bundled',
    embedding_model: null,
    frame_model: null,
  });
  const ocr = { name: 'ocr' as const, title: '', description: '', engine: 'pp-ocrv4@1.4.2', available: true };
  const files = diagnosticsFiles({
    version: '1',
    host: 'test',
    decoding: { device: 'vaapi', reason: 'chosen', codec: 'h264', speedup: 2.4 },
    options,
    modules: [{ ...ocr, reason: null, reason_text: null, needs: [], needs_texts: [] }],
    counts: {},
    logs: [],
    versions: {},
  });
  expect(files.find(({ name }) => name === 'engines.json')?.input).toContain('pp-ocrv4@1.4.2');
});

it('permits only messages that occur in the source', () => {
  const files = globSync('src/{server,main,headless}/**/*.ts', { cwd: ROOT }).filter(
    (file) => !file.endsWith('/diagnostics.ts'),
  );
  const code = files.map((file) => readFileSync(join(ROOT, file), 'utf8')).join('\n');
  expect([...SAFE_MESSAGES].filter((message) => !code.includes(`'${message}'`))).toEqual([]);
});
