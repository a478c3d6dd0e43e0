import { expect, it } from 'vitest';
import type { Sharing } from '../../../src/contract/sharing/sharing.ts';
import type { Webhook } from '../../../src/contract/sharing/webhooks.ts';
import { EngineOptions } from '../../../src/contract/system/models.ts';
import type { Updates } from '../../../src/contract/system/updates.ts';
import { networkUse } from '../../../src/headless/connection/connections.ts';
import { thisPlatform } from '../../../src/server/engines/platforms.ts';
import { runCommand } from '../../fixtures/command.ts';
import { tempFolder } from '../../fixtures/temp.ts';

const OPTIONS = EngineOptions.parse({
  offline: false,
  models_url: 'https://models.example',
  speech_model: null,
  speech_language: null,
  speech_vocabulary: [],
  hardware_decoding: true,
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
const OFF: Sharing = { state: 'off', enabled: false, keep_on: false, port: 8472, addresses: [] };

const NO_UPDATES: Updates = { enabled: false, host: null, checked_at: null, failure: null, available: null };

const active = (...args: Parameters<typeof networkUse>) =>
  networkUse(...args)
    .filter((use) => use.active)
    .map((use) => use.name);

it('lists what may connect with the current settings', () => {
  expect(active(OPTIONS, OFF, [], NO_UPDATES, {})).toEqual(['model downloads']);
  const ollama = { ...OPTIONS, ollama_url: 'http://192.0.2.7:11434' };
  const oidc = { REELSCOPE_OIDC_ISSUER: 'https://id.example', REELSCOPE_OIDC_AUDIENCE: 'reelscope' };
  const shared: Sharing = { ...OFF, state: 'on', enabled: true };
  expect(active(ollama, shared, [], NO_UPDATES, oidc)).toEqual([
    'model downloads',
    'ollama',
    'identity provider',
    'sharing',
  ]);
  const offline = { ...ollama, offline: true };
  expect(active(offline, OFF, [], NO_UPDATES, oidc)).toEqual([]);
  expect(networkUse(offline, OFF, [], NO_UPDATES, oidc)[1]!.when).toMatch(/Blocked while offline\.$/);
  expect(active({ ...offline, ollama_url: 'http://127.0.0.1:11434' }, OFF, [], NO_UPDATES, {})).toEqual(['ollama']);
  const both = { ...offline, ollama_more_urls: ['http://127.0.0.1:11434'] };
  expect(networkUse(both, OFF, [], NO_UPDATES, {})[1]).toMatchObject({
    active: true,
    address: 'http://192.0.2.7:11434, http://127.0.0.1:11434',
    when: expect.stringMatching(/Blocked while offline: http:\/\/192\.0\.2\.7:11434\.$/),
  });
});

it('names the server that is asked for new versions, once a day or on request', () => {
  const use = (updates: Partial<Updates>, offline = false) =>
    networkUse({ ...OPTIONS, offline }, OFF, [], { ...NO_UPDATES, ...updates }, {}).find(
      ({ name }) => name === 'updates',
    );
  expect(use({})).toMatchObject({ address: null, active: false });
  const host = 'releases.example';
  expect(use({ host })).toMatchObject({ address: host, active: false, when: expect.stringMatching(/^When you ask/) });
  expect(use({ host, enabled: true })).toMatchObject({ active: true, when: expect.stringMatching(/^Once a day/) });
  expect(use({ host, enabled: true }, true)).toMatchObject({
    active: false,
    when: expect.stringMatching(/offline\.$/),
  });
});

it('lists webhooks, and which of them can be reached', () => {
  const webhook = (url: string, status = 'active') => ({ url, status }) as Webhook;
  const local = webhook('http://127.0.0.1:9000/hook');
  const lan = webhook('http://192.168.1.2/hook');
  const use = (offline: boolean, ...webhooks: Webhook[]) =>
    networkUse({ ...OPTIONS, offline }, OFF, webhooks, NO_UPDATES, {}).find(({ name }) => name === 'webhooks')!;
  expect(use(false)).toMatchObject({ address: null, active: false });
  expect(use(false, local, lan)).toMatchObject({ address: '127.0.0.1:9000, 192.168.1.2', active: true });
  expect(use(true, lan).active).toBe(false);
  expect(use(true, local).active).toBe(true);
  expect(use(false, webhook(lan.url, 'paused')).active).toBe(false);
});

it('doctor reports versions of native components, and what may connect', { timeout: 120_000 }, async () => {
  const data = await tempFolder();
  const { code, stdout } = await runCommand('doctor', '--json', '--data-dir', data);
  expect(code).toBe(0);
  const { components, connections } = JSON.parse(stdout);
  const version = expect.stringMatching(/\d+\.\d+/);
  expect(components).toEqual(
    ['ffmpeg', 'sqlite', 'sqlite-vec', 'onnxruntime', 'whisper.cpp'].map((name) => ({ name, version, error: null })),
  );
  expect(connections.map((use: { name: string }) => use.name)).toEqual([
    'model downloads',
    'ollama',
    'identity provider',
    'webhooks',
    'sharing',
    'updates',
    'telemetry',
  ]);
  const { stdout: text } = await runCommand('doctor', '--data-dir', data);
  expect(text).toMatch(/^ffmpeg +\d+\.\d+.*libavcodec \d+/m);
  expect(text).toMatch(new RegExp(`^support +${thisPlatform()}: everything$`, 'm'));
  expect(text).toMatch(/^onnxruntime +1\.\d+\.\d+$/m);
  expect(text).toMatch(/^○ updates +Never: this build can’t check for new versions\.$/m);
});
