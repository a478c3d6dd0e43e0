import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { createLogger } from '../../../src/base/logger.ts';
import { isUnreadable, isWorkerFailure } from '../../../src/contract/errors.ts';
import type { ToWorker } from '../../../src/pipeline/protocol.ts';
import type { Host } from '../../../src/server/hosting/host.ts';
import { FileWorkers } from '../../../src/server/workers/file-workers.ts';
import { createMediaService, LOGO_TIMEOUT_MS, PROBE_TIMEOUT_MS } from '../../../src/server/workers/media-service.ts';
import { IDLE_AFTER_QUERY_MS, IDLE_MS, ServiceWorker } from '../../../src/server/workers/service-worker.ts';
import { ScriptedWorker } from '../../fixtures/scripted-worker.ts';
import { waitFor } from '../../fixtures/wait.ts';

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
  const files = new FileWorkers(host, log);
  return { workers, files, service: createMediaService(new ServiceWorker(host, log), files) };
}

const idOf = (message: ToWorker) => (message as { id: number }).id;

describe('service worker', () => {
  it('starts one process for all requests and matches answers that come in another order', async () => {
    const held: (() => void)[] = [];
    const { service, workers } = setUp((worker, message) => {
      if (message.type !== 'embed') return;
      const data = new Float32Array(2 * message.texts.length).fill(message.texts.length);
      held.unshift(() => worker.say({ type: 'reply', id: message.id, value: { model: 'm@1', dimension: 2, data } }));
      if (held.length === 2) for (const answer of held) answer();
    });
    const [one, two] = await Promise.all([service.embed(['a']), service.embed(['b', 'c'])]);
    expect(workers).toHaveLength(1);
    expect(one!.vectors[0]![0]).toBe(1);
    expect(two!.vectors).toHaveLength(2);
  });

  it('ends its process when idle, later after a search, and starts another one for the next request', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    onTestFinished(() => void vi.useRealTimers());
    const value = { model: 'm@1', dimension: 1, data: Float32Array.of(1) };
    const { service, workers } = setUp((worker, message) => worker.say({ type: 'reply', id: idOf(message), value }));
    await service.embed(['passage']);
    vi.advanceTimersByTime(IDLE_MS - 1);
    expect(workers[0]!.killed).toBe(false);
    vi.advanceTimersByTime(1);
    expect(workers[0]!.killed).toBe(true);
    // The first process is not gone yet.
    await service.embed(['a batch', 'by which similarities are calibrated'], { use: 'query' });
    vi.advanceTimersByTime(IDLE_MS);
    expect(workers.map(({ killed }) => killed)).toEqual([true, true]);
    await service.embed(['query'], { use: 'query' });
    await service.embed(['passage']);
    vi.advanceTimersByTime(IDLE_AFTER_QUERY_MS - 1);
    expect(workers.map(({ killed }) => killed)).toEqual([true, true, false]);
    vi.advanceTimersByTime(1);
    expect(workers.map(({ killed }) => killed)).toEqual([true, true, true]);
  });

  it('renders each logo in a worker of its own, which is killed after twenty seconds', async () => {
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

  it('reports a file that crashes two workers as unreadable, with the crash as the cause', async () => {
    const { service, workers } = setUp(
      (worker) => worker.exit(139),
      (worker) => worker.exit(139),
      (worker, message) => worker.say({ type: 'reply', id: idOf(message), value: media }),
    );
    const error = await service.probe('bad').catch((thrown) => thrown);
    expect(error).toMatchObject({ code: 'unreadable_media', cause: { code: 'worker_crashed' } });
    expect(isWorkerFailure(error)).toBe(true);
    expect(isUnreadable(error)).toBe(false);
    expect(await service.probe('good')).toEqual(media);
    expect(workers).toHaveLength(3);
  });

  it('sends a request again that a crash left unanswered', async () => {
    const { service } = setUp(
      (worker) => worker.exit(139),
      (worker, message) => worker.say({ type: 'reply', id: idOf(message), value: media }),
    );
    expect(await service.probe('innocent')).toEqual(media);
  });

  it('kills a worker that exceeds the time for a file, which is not tried again', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    onTestFinished(() => void vi.useRealTimers());
    const { service, workers } = setUp(() => {});
    const probed = service.probe('endless').catch((thrown) => thrown);
    await vi.advanceTimersByTimeAsync(PROBE_TIMEOUT_MS);
    expect(await probed).toMatchObject({ code: 'unreadable_media', cause: { code: 'worker_unresponsive' } });
    expect(workers.map(({ killed }) => killed)).toEqual([true]);
  });

  it('resends the requests of a shared worker that was killed for another one', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    onTestFinished(() => void vi.useRealTimers());
    const value = { model: 'm@1', dimension: 1, data: Float32Array.of(1) };
    const { service, workers } = setUp(
      () => {},
      (worker, message) => worker.say({ type: 'reply', id: idOf(message), value }),
    );
    const culprit = service.embed(['a']).catch((thrown) => thrown);
    await vi.advanceTimersByTimeAsync(60_000);
    const bystander = service.embed(['b']);
    await vi.advanceTimersByTimeAsync(60_000);
    expect(await culprit).toMatchObject({ code: 'worker_unresponsive' });
    expect(await bystander).toMatchObject({ model: 'm@1' });
    expect(workers).toHaveLength(2);
  });

  it('starts waiting requests when earlier ones end or take long, up to six workers', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    onTestFinished(() => void vi.useRealTimers());
    const { service, workers } = setUp(() => {});
    const probes = Array.from({ length: 8 }, (_, i) => service.probe(`${i}`).catch(() => 'over'));
    await vi.advanceTimersByTimeAsync(0);
    expect(workers).toHaveLength(2);
    await vi.advanceTimersByTimeAsync(1000);
    expect(workers).toHaveLength(4);
    await vi.advanceTimersByTimeAsync(5000);
    expect(workers).toHaveLength(6);
    await vi.advanceTimersByTimeAsync(2 * PROBE_TIMEOUT_MS);
    expect(await Promise.all(probes)).toEqual(Array(8).fill('over'));
  });

  it('rejects running and waiting requests when it closes', async () => {
    const { service, files, workers } = setUp(() => {});
    const probes = Array.from({ length: 3 }, (_, i) => service.probe(`${i}`).catch(({ code }) => code));
    await waitFor(() => expect(workers).toHaveLength(2));
    files.close();
    expect(await Promise.all(probes)).toEqual(Array(3).fill('unreadable_media'));
    expect(workers.every(({ killed }) => killed)).toBe(true);
  });

  it('validates responses', async () => {
    const { service } = setUp((worker, message) =>
      worker.say({ type: 'reply', id: idOf(message), value: { duration: 'long' } }),
    );
    await expect(service.probe('x')).rejects.toMatchObject({ code: 'internal' });
  });
});
