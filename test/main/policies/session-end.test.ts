import { beforeEach, expect, it, onTestFinished, vi } from 'vitest';
import { createSessionEnd } from '../../../src/main/policies/session-end.ts';

const resume = vi.fn();
const interrupt = vi.fn(() => resume);
const quit = vi.fn();

beforeEach(() => {
  vi.clearAllMocks();
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
});

it('interrupts jobs before the answer, and once', () => {
  const session = createSessionEnd(interrupt, quit);
  expect(session.isEnding()).toBe(false);
  session.query();
  expect(interrupt).toHaveBeenCalledTimes(1);
  expect(session.isEnding()).toBe(true);
  session.end();
  expect(interrupt).toHaveBeenCalledTimes(1);
  expect(quit).toHaveBeenCalledTimes(1);
  vi.advanceTimersByTime(120_000);
  expect(resume).not.toHaveBeenCalled();
});

it('continues jobs after a minute if the session has stayed, and interrupts them the next time', () => {
  const session = createSessionEnd(interrupt, quit);
  session.query();
  vi.advanceTimersByTime(60_000);
  expect(resume).toHaveBeenCalledTimes(1);
  expect(session.isEnding()).toBe(false);
  session.query();
  expect(interrupt).toHaveBeenCalledTimes(2);
});
