import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { WORKER_DONE } from '../../src/contract/system/bridge.ts';
import { openTransport } from '../../src/pipeline/transport.ts';

/** The process under test is this one, with its channels replaced. */
type Ends = { parentPort?: unknown; send?: typeof process.send };
const ends = process as Ends;

let exit: ReturnType<typeof vi.spyOn>;
const before = { ...(ends.send && { send: ends.send }) };
beforeEach(() => {
  vi.useFakeTimers();
  exit = vi.spyOn(process, 'exit').mockImplementation((() => {}) as never);
});
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
  delete ends.parentPort;
  Object.assign(ends, before);
});

describe('delivery of the last messages', () => {
  test('in Electron it reports completion, and waits to be ended', () => {
    const sent: unknown[] = [];
    ends.parentPort = { postMessage: (message: unknown) => sent.push(message), on: () => {} };
    const transport = openTransport();
    transport.send({ type: 'done', endTime: 3 });
    transport.end();
    expect(sent).toEqual([{ type: 'done', endTime: 3 }, WORKER_DONE]);
    vi.advanceTimersByTime(5000);
    expect(exit).not.toHaveBeenCalled();
    vi.advanceTimersByTime(6000);
    expect(exit).toHaveBeenCalledWith(0);
  });

  test('in Node it exits after the last message was sent', () => {
    const left: (() => void)[] = [];
    ends.send = ((_: unknown, __: unknown, ___: unknown, callback: () => void) => left.push(callback)) as never;
    const transport = openTransport();
    transport.send({ type: 'ready' });
    transport.send({ type: 'done', endTime: 3 });
    transport.end();
    left[0]!();
    expect(exit).not.toHaveBeenCalled();
    left[1]!();
    expect(exit).toHaveBeenCalledWith(0);
  });
});
