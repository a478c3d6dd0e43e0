import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { openStore } from '../../../src/db/index.ts';
import { createQueueGate, isWithin } from '../../../src/server/jobs/queue-gate.ts';
import { tempFolder } from '../../fixtures/temp.ts';

const at = (hours: number, minutes = 0) => new Date(2026, 10, 23, hours, minutes);

async function setUp(hasPower: boolean) {
  const store = openStore({ path: join(await tempFolder(), 'test.db') });
  onTestFinished(() => store.close());
  const now = { ms: at(12).getTime() };
  const power = { mains: false, away: false };
  const host = { isOnMains: () => power.mains, isAway: () => power.away };
  const gate = createQueueGate({ store, power: hasPower ? host : undefined, clock: { now: () => now.ms } });
  return { gate, now, power };
}

describe('hours of the queue', () => {
  it.each([
    ['22:00', '06:00', at(21, 59), false],
    ['22:00', '06:00', at(22), true],
    ['22:00', '06:00', at(5, 59), true],
    ['22:00', '06:00', at(6), false],
    ['09:30', '17:00', at(9, 29), false],
    ['09:30', '17:00', at(9, 30), true],
    ['09:30', '17:00', at(17), false],
    ['08:00', '08:00', at(3), true],
  ])('%s to %s at %s: %s', (from, to, now, isOpen) => {
    expect(isWithin({ from, to }, now)).toBe(isOpen);
  });
});

describe('the gate of the queue', () => {
  it('states the reason to wait, by its settings', async () => {
    const { gate, now, power } = await setUp(true);
    expect([gate.waitsFor(), gate.power()]).toEqual([undefined, { mains: false, away: false }]);
    gate.update({ only_on_mains: true, only_when_away: true, hours: { from: '22:00', to: '06:00' } });
    expect(gate.waitsFor()).toBe('hours');
    now.ms = at(23).getTime();
    expect(gate.waitsFor()).toBe('mains');
    power.mains = true;
    expect(gate.waitsFor()).toBe('away');
    power.away = true;
    expect(gate.waitsFor()).toBeUndefined();
    gate.update({ paused: true });
    expect(gate.waitsFor()).toBe('paused');
    expect(gate.settings()).toMatchObject({ paused: true, only_on_mains: true, concurrency: 1 });
  });

  it('refuses conditions that the host can’t tell', async () => {
    const { gate } = await setUp(false);
    expect(gate.power()).toBeNull();
    expect(() => gate.update({ only_when_away: true })).toThrow(expect.objectContaining({ code: 'conflict' }));
    gate.update({ only_when_away: false, concurrency: 2 });
    expect(gate.settings().concurrency).toBe(2);
  });
});
