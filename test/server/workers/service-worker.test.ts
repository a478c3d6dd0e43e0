import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { createLogger } from '../../../src/base/logger.ts';
import type { ToWorker } from '../../../src/pipeline/protocol.ts';
import type { Host } from '../../../src/server/hosting/host.ts';
import { createMediaService, LOGO_TIMEOUT_MS } from '../../../src/server/workers/media-service.ts';
import { ServiceWorker } from '../../../src/server/workers/service-worker.ts';
import { ScriptedWorker } from '../../fixtures/scripted-worker.ts';

const media = { container: 'mov', duration: 3, sizeBytes: 5, video: null, audio: null };

function setUp(...scripts: ((worker: ScriptedWorker, message: ToWorker) => void)[]) {
  const workers: ScriptedWorker[] = [];
  const host = {
    spawnWorker() {
      const worker = new ScriptedWorker(scripts[Math.min(workers.length, scripts.length - 1)]!);
      workers.push(worker);
      return worker;
    },
  } as unknown as Host;
  const log = createLogger(() => {});
  const worker = new ServiceWorker(host, log);
  return { workers, worker, service: createMediaService(worker, () => new ServiceWorker(host, log, LOGO_TIMEOUT_MS)) };
}

const idOf = (message: ToWorker) => (message as { id: number }).id;

describe('service worker', () => {
  it('starts one process for all requests and matches answers that come in another order', async () => {
    const held: (() => void)[] = [];
    const { service, workers } = setUp((worker, message) => {
      if (message.type !== 'embed') return;
      const data = Float32Array.of(message.texts.length, 0);
      held.unshift(() => worker.say({ type: 'reply', id: message.id, value: { model: 'm@1', dimension: 2, data } }));
      if (held.length === 2) for (const answer of held) answer();
    });
    const [one, two] = await Promise.all([service.embed(['a']), service.embed(['b', 'c'])]);
    expect(workers).toHaveLength(1);
    expect(one!.vectors[0]![0]).toBe(1);
    expect(two!.vectors).toHaveLength(2);
  });

  it('renders each logo in a worker of its own, which is killed after ten seconds', async () => {
    const { service, workers } = setUp((worker, message) => {
      if (message.type === 'embed') {
        const value = { model: 'm@1', dimension: 1, data: Float32Array.of(1) };
        worker.say({ type: 'reply', id: message.id, value });
      }
    });
    await service.embed(['a']);
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    onTestFinished(() => void vi.useRealTimers());
    const rendered = service.logo(new Uint8Array());
    const refused = expect(rendered).rejects.toMatchObject({
      code: 'invalid_request',
      message: expect.stringMatching(/too complex/),
    });
    await vi.advanceTimersByTimeAsync(LOGO_TIMEOUT_MS + 1);
    await refused;
    expect(workers).toHaveLength(2);
    await service.embed(['b']);
    expect(workers).toHaveLength(2);
  });

  it('passes on what the worker refuses', async () => {
    const { service } = setUp((worker, message) =>
      worker.say({ type: 'refused', id: idOf(message), error: { code: 'unreadable_media', message: 'Not a video.' } }),
    );
    await expect(service.probe('x')).rejects.toMatchObject({ code: 'unreadable_media', message: 'Not a video.' });
  });

  it('takes a file that kills the worker for unreadable, and starts another for the next', async () => {
    const { service, workers } = setUp(
      (worker) => worker.exit(139),
      (worker, message) => worker.say({ type: 'reply', id: idOf(message), value: media }),
    );
    await expect(service.probe('bad')).rejects.toMatchObject({ code: 'unreadable_media' });
    expect(await service.probe('good')).toEqual(media);
    expect(workers).toHaveLength(2);
  });

  it('does not trust the form of an answer', async () => {
    const { service } = setUp((worker, message) =>
      worker.say({ type: 'reply', id: idOf(message), value: { duration: 'long' } }),
    );
    await expect(service.probe('x')).rejects.toMatchObject({ code: 'internal' });
  });
});
