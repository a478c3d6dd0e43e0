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
  it('computes speed and remaining time from the decoded duration', () => {
    const { meter: m, messages, clock } = meter(100);
    clock.now = 10_000;
    m.pass(50, ['scenes']);
    expect(messages.at(-1)).toMatchObject({ speed: 5, modules: { scenes: 0.475 } });
    expect(messages.at(-1)!.progress).toBeCloseTo(0.46);
    // 46 % took 10 s.
    expect(messages.at(-1)!.etaSeconds).toBeCloseTo((10 * 54) / 46);
  });

  it('waits for the slowest module, during the pass and after it', () => {
    const { meter: m, messages, clock } = meter(100);
    clock.now = 10_000;
    m.pass(50, ['scenes', 'transcription'], new Map([['transcription', 20]]));
    expect(messages.at(-1)).toMatchObject({
      speed: 2,
      modules: { scenes: 0.475, transcription: 0.19 },
    });
    expect(messages.at(-1)!.progress).toBeCloseTo(0.184);
    expect(messages.at(-1)!.etaSeconds).toBeCloseTo((10 * 81.6) / 18.4);
    clock.now = 11_000;
    m.pass(100, ['scenes', 'transcription'], new Map([['transcription', 40]]));
    clock.now = 12_000;
    m.module('scenes', 1);
    expect(messages.at(-1)!.progress).toBeCloseTo(0.368);
    clock.now = 20_000;
    m.finishing('transcription', 0.5);
    expect(messages.at(-1)!.modules.transcription).toBeCloseTo(0.69);
    expect(messages.at(-1)!.progress).toBeCloseTo((0.69 / 0.95) * 0.92);
    clock.now = 30_000;
    m.finishing('transcription', 1);
    expect(messages.at(-1)!.progress).toBeCloseTo(0.92);
  });

  it('never runs backwards when a module starts on what it has collected', () => {
    const { meter: m, messages, clock } = meter(100);
    for (const [time, worked] of [
      [20, 20],
      [24, 8],
      [30, 8],
      [31, 30],
    ] as const) {
      clock.now += 1000;
      m.pass(time, ['transcription'], new Map([['transcription', worked]]));
    }
    expect(messages.map(({ progress }) => Math.round(progress * 100))).toEqual([18, 18, 18, 28]);
    const shares = messages.map(({ modules }) => modules.transcription!);
    expect(shares).toEqual(shares.toSorted((a, b) => a - b));
  });

  it('states no remaining time for the steps after the pass', () => {
    const { meter: m, messages, clock } = meter(100);
    clock.now = 10_000;
    m.pass(97, ['scenes']);
    // The file is shorter than it states.
    m.ended();
    clock.now = 11_000;
    m.stage('findings');
    expect(messages.at(-1)!.etaSeconds).toBeNull();
    expect(messages.at(-1)!.progress).toBeCloseTo(0.92);
  });

  it('reports no speed without measurements', () => {
    const { meter: m, messages, clock } = meter(100);
    clock.now = 300;
    m.pass(0.5, ['scenes']);
    expect(messages.at(-1)).toMatchObject({ speed: null, etaSeconds: null });
  });

  it('sends at most four messages per second, but a new stage immediately', () => {
    const { meter: m, messages, clock } = meter(100);
    for (clock.now = 0; clock.now < 1000; clock.now += 10) m.pass(clock.now / 10, ['ocr']);
    expect(messages.length).toBeLessThanOrEqual(4);
    m.stage('findings');
    expect(messages.at(-1)!.stage).toBe('findings');
  });

  it('stays within 0..1 for a wrong or unknown duration', () => {
    for (const duration of [0, 10]) {
      const { meter: m, messages, clock } = meter(duration);
      clock.now = 5000;
      m.pass(40, ['ocr']);
      expect(messages.at(-1)!.progress).toBeGreaterThanOrEqual(0);
      expect(messages.at(-1)!.progress).toBeLessThanOrEqual(1);
    }
  });
});
