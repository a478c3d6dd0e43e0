import { describe, expect, it } from 'vitest';
import { createLogger } from '../../../src/base/logger.ts';
import type { ToWorker } from '../../../src/pipeline/protocol.ts';
import type { Host } from '../../../src/server/hosting/host.ts';
import { createMediaService } from '../../../src/server/workers/media-service.ts';
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
  const worker = new ServiceWorker(
    host,
    createLogger(() => {}),
  );
  return { workers, worker, service: createMediaService(worker) };
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
