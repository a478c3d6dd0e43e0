import { expect, it, onTestFinished, vi } from 'vitest';
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
