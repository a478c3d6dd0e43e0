import { describe, expect, it } from 'vitest';
import { type ProgressMessage, ProgressMeter } from '../../src/pipeline/progress.ts';

function meter(duration: number) {
  const messages: ProgressMessage[] = [];
  const clock = { now: 0 };
  return {
    messages,
    clock,
    meter: new ProgressMeter(
      duration,
      (message) => messages.push(message),
      () => clock.now,
    ),
  };
}

describe('ProgressMeter', () => {
  it('tells speed and remaining time from what has been decoded', () => {
    const { meter: m, messages, clock } = meter(100);
    clock.now = 10_000;
    m.pass(50, ['scenes']);
    expect(messages.at(-1)).toMatchObject({ speed: 5, eta_seconds: 10, modules: { scenes: 0.475 } });
    expect(messages.at(-1)!.progress).toBeCloseTo(0.46);
  });

  it('says nothing about speed before there is something to measure', () => {
    const { meter: m, messages, clock } = meter(100);
    clock.now = 300;
    m.pass(0.5, ['scenes']);
    expect(messages.at(-1)).toMatchObject({ speed: null, eta_seconds: null });
  });

  it('sends at most four messages a second, but a new stage at once', () => {
    const { meter: m, messages, clock } = meter(100);
    for (clock.now = 0; clock.now < 1000; clock.now += 10) m.pass(clock.now / 10, ['ocr']);
    expect(messages.length).toBeLessThanOrEqual(4);
    m.stage('reading');
    expect(messages.at(-1)!.stage).toBe('reading');
  });

  it('stays within 0..1 when the file is longer than it says, or says nothing', () => {
    for (const duration of [0, 10]) {
      const { meter: m, messages, clock } = meter(duration);
      clock.now = 5000;
      m.pass(40, ['ocr']);
      expect(messages.at(-1)!.progress).toBeGreaterThanOrEqual(0);
      expect(messages.at(-1)!.progress).toBeLessThanOrEqual(1);
    }
  });
});
