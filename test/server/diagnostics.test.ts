import { expect, it } from 'vitest';
import { EngineOptions } from '../../src/contract/models.ts';
import { diagnosticsFiles } from '../../src/server/diagnostics.ts';
import { logLine } from '../../src/server/log-file.ts';

const SECRETS = [
  'geheim.mp4',
  '/home/anna',
  'eyJhbGciOiJFUzI1NiJ9.e30.x',
  'Quokkawort',
  '10.9.8.7',
  'anna@example.org',
];

it('holds none of what was planted in settings and logs, and still tells what happened', () => {
  const options = EngineOptions.parse({
    ...{
      offline: true,
      models_url: 'http://10.9.8.7',
      speech_model: null,
      speech_language: 'de',
      speech_vocabulary: ['Quokkawort'],
    },
    ...{
      ollama_url: 'http://10.9.8.7:1',
      ollama_vision_model: null,
      ollama_language_model: null,
      ollama_embedding_model: null,
    },
    ...{ embedding_engine: 'bundled', embedding_model: null },
  });
  const all = SECRETS.join(' ');
  const log = [
    logLine({ time: 0, level: 'error', message: `cannot open ${all}`, fields: { code: 'internal', stack: all } }),
    logLine({
      time: 0,
      level: 'error',
      message: 'a job could not be run',
      fields: { error: new Error(all), job_id: all },
    }),
    logLine({
      time: 0,
      level: 'info',
      message: 'request refused',
      fields: { route: `/${SECRETS[0]}`, status: 404, method: all },
    }),
    logLine({ time: 0, level: 'info', message: 'request refused', fields: { route: '/videos/:job_id', status: 404 } }),
    `${all}\n`,
  ].join('');
  const reason = `no model at ${all}`;
  const modules = [
    { name: 'ocr' as const, title: 'x', description: 'x', engine: null, available: false, reason, needs: [all] },
  ];
  const files = diagnosticsFiles({
    version: '1',
    host: 'test',
    options,
    modules,
    counts: {},
    logs: [log],
    versions: {},
  });
  const text = files.map(({ input }) => input).join('\n');
  for (const secret of SECRETS) expect(text).not.toContain(secret);
  expect(text).toContain('"message":"a job could not be run"');
  expect(text).toContain('"status":404,"route":"/videos/:job_id"');
  expect(text).toContain('1 other line(s) left out');
});
