import { describe, expect, it } from 'vitest';
import type { EngineFactory, LoadedEngine } from '../../src/models/engine.ts';
import { sharedEngine } from '../../src/models/shared-engine.ts';

/** A factory that counts its loaded engines, and fails the first `failures` times. */
function countedFactory(failures = 0) {
  const counts = { loaded: 0, disposed: 0 };
  const info = { id: 'counted', version: '1' };
  const factory: EngineFactory<LoadedEngine> = {
    info,
    availability: async () => ({ available: true }),
    async load() {
      if (failures-- > 0) throw new Error('no memory');
      counts.loaded++;
      return { info, dispose: async () => void counts.disposed++ };
    },
  };
  return { counts, factory: sharedEngine(factory) };
}

describe('shared engine', () => {
  it('is loaded once for users at the same time, and freed by the last one', async () => {
    const { counts, factory } = countedFactory();
    const [one, two] = await Promise.all([factory.load(), factory.load()]);
    expect(counts).toEqual({ loaded: 1, disposed: 0 });
    await one.dispose();
    await one.dispose();
    expect(counts.disposed).toBe(0);
    await two.dispose();
    expect(counts.disposed).toBe(1);
  });

  it('is loaded again after it was freed', async () => {
    const { counts, factory } = countedFactory();
    await (await factory.load()).dispose();
    await (await factory.load()).dispose();
    expect(counts).toEqual({ loaded: 2, disposed: 2 });
  });

  it('is loaded again after a failure', async () => {
    const { counts, factory } = countedFactory(1);
    await expect(Promise.all([factory.load(), factory.load()])).rejects.toThrow('no memory');
    await factory.load();
    expect(counts.loaded).toBe(1);
  });
});
