import { describe, expect, it } from 'vitest';
import { sleep, throwIfAborted } from '../../src/base/abort.ts';
import { CancelledError } from '../../src/base/errors.ts';

describe('abort', () => {
  it('ends a sleep at once, with its own error', async () => {
    const controller = new AbortController();
    const sleeping = sleep(60_000, controller.signal);
    controller.abort();
    await expect(sleeping).rejects.toBeInstanceOf(CancelledError);
    await expect(sleep(60_000, controller.signal)).rejects.toBeInstanceOf(CancelledError);
  });

  it('throws only after the signal', () => {
    const controller = new AbortController();
    expect(() => throwIfAborted(controller.signal)).not.toThrow();
    controller.abort();
    expect(() => throwIfAborted(controller.signal)).toThrow(CancelledError);
  });
});
