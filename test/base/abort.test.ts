import { describe, expect, it } from 'vitest';
import { sleep, throwIfAborted, unlessAborted } from '../../src/base/abort.ts';
import { CanceledError } from '../../src/base/errors.ts';

describe('abort', () => {
  it('rejects a pending sleep immediately', async () => {
    const controller = new AbortController();
    const sleeping = sleep(60_000, controller.signal);
    controller.abort();
    await expect(sleeping).rejects.toBeInstanceOf(CanceledError);
    await expect(sleep(60_000, controller.signal)).rejects.toBeInstanceOf(CanceledError);
  });

  it('throws only after the abort', () => {
    const controller = new AbortController();
    expect(() => throwIfAborted(controller.signal)).not.toThrow();
    controller.abort();
    expect(() => throwIfAborted(controller.signal)).toThrow(CanceledError);
  });

  it('rejects as soon as the signal is aborted, and handles a later rejection of the work', async () => {
    const controller = new AbortController();
    expect(await unlessAborted(Promise.resolve(1), controller.signal)).toBe(1);
    await expect(unlessAborted(Promise.reject(new Error('broken')), controller.signal)).rejects.toThrow('broken');
    let fail = (_: Error) => {};
    const work = new Promise<void>((_, reject) => {
      fail = reject;
    });
    const waiting = unlessAborted(work, controller.signal);
    controller.abort();
    await expect(waiting).rejects.toBeInstanceOf(CanceledError);
    await expect(unlessAborted(work, controller.signal)).rejects.toBeInstanceOf(CanceledError);
    // An unhandled rejection would fail this test file.
    fail(new Error('too late'));
    await new Promise((resolve) => setImmediate(resolve));
  });
});
