import { expect, it, onTestFinished, vi } from 'vitest';
import { STOP_MESSAGE } from '../../src/contract/system/bridge.ts';
import { END_SIGNALS, interruption } from '../../src/headless/interruption.ts';

it.each(END_SIGNALS)('takes the copies of one Ctrl+C as one, and exits at a later one (%s)', (name) => {
  vi.useFakeTimers({ toFake: ['performance'] });
  onTestFinished(() => {
    vi.useRealTimers();
    for (const each of END_SIGNALS) process.removeAllListeners(each);
  });
  const exit = vi.fn();
  const signal = interruption(exit);
  expect(signal.aborted).toBe(false);
  process.emit(name);
  process.emit(name);
  vi.advanceTimersByTime(900);
  process.emit('SIGINT');
  expect(signal.aborted).toBe(true);
  expect(exit).not.toHaveBeenCalled();
  vi.advanceTimersByTime(200);
  process.emit(name);
  expect(exit).toHaveBeenCalledWith(130);
});

it.runIf(process.channel)('exits at a second message to stop', () => {
  const known = new Set(process.listeners('message'));
  vi.useFakeTimers({ toFake: ['performance'] });
  onTestFinished(() => {
    vi.useRealTimers();
    for (const each of END_SIGNALS) process.removeAllListeners(each);
    for (const each of process.listeners('message')) if (!known.has(each)) process.removeListener('message', each);
  });
  const exit = vi.fn();
  const signal = interruption(exit);
  const [receive] = process.listeners('message').filter((each) => !known.has(each));
  receive!(STOP_MESSAGE, undefined);
  expect(signal.aborted).toBe(true);
  vi.advanceTimersByTime(1100);
  expect(exit).not.toHaveBeenCalled();
  receive!(STOP_MESSAGE, undefined);
  expect(exit).toHaveBeenCalledWith(130);
});
