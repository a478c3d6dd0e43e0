import { describe, expect, it } from 'vitest';
import { sdrConversion, sdrTable, TABLE_STEPS, type WideColors } from '../../../src/media/color/sdr-table.ts';
import { hlgGain, hlgToScene, nitsToPq, pqToNits } from '../../../src/media/color/transfer.ts';

const PQ: WideColors = { transfer: 'pq', gamut: 'bt2020', peakNits: 1000 };
const HLG: WideColors = { transfer: 'hlg', gamut: 'bt2020', peakNits: 1000 };
const gray = (value: number) => [value, value, value] as const;
/** Green of a gray, as an SDR signal of 0..1. */
const shown = (colors: WideColors, signal: number) => sdrConversion(colors)(gray(signal))[1];
/** SDR signal of nits whose white is at 203 (BT.1886). */
const unchanged = (nits: number) => (nits / 203) ** (1 / 2.4);

describe('transfer functions', () => {
  it.each([
    [0, 0],
    [0.38, 26],
    [0.58, 203],
    [0.7518, 1000],
    [1, 10_000],
  ])('PQ of %f is %f nits (BT.2408-7, table 1; ST 2084)', (signal, nits) => {
    expect(Math.abs(pqToNits(signal) - nits)).toBeLessThanOrEqual(nits * 0.01);
    expect(nitsToPq(pqToNits(signal))).toBeCloseTo(signal, 5);
  });

  it.each([
    [0.38, 26],
    [0.75, 203],
    [1, 1000],
  ])('HLG of %f is %f nits on a display of 1000 (BT.2408-7, table 1)', (signal, nits) => {
    const scene = hlgToScene(signal);
    expect(Math.abs(scene * hlgGain(scene) - nits)).toBeLessThanOrEqual(nits * 0.015);
  });
});

describe('conversion to SDR', () => {
  it.each([PQ, HLG])('keeps black and brings the peak to white: $transfer', (colors) => {
    expect(shown(colors, 0)).toBe(0);
    expect(shown(colors, colors.transfer === 'pq' ? nitsToPq(1000) : 1)).toBeCloseTo(1, 3);
  });

  it('keeps the light below the knee, relative to diffuse white', () => {
    for (const nits of [1, 10, 50, 90]) expect(shown(PQ, nitsToPq(nits))).toBeCloseTo(unchanged(nits), 3);
  });

  it.each([
    [PQ, 0.5807],
    [HLG, 0.75],
  ])('brings diffuse white close to white, with room for highlights', (colors, signal) => {
    expect(shown(colors, signal)).toBeGreaterThan(0.88);
    expect(shown(colors, signal)).toBeLessThan(0.94);
  });

  it('keeps highlights apart', () => {
    const signals = [203, 300, 400, 600, 900].map((nits) => shown(PQ, nitsToPq(nits)));
    expect(signals).toEqual([...signals].sort((a, b) => a - b));
    expect(signals.at(-1)! - signals[0]!).toBeGreaterThan(0.05);
  });

  it('bends less where the file states a lower peak, and not at all at that of SDR', () => {
    const white = nitsToPq(203);
    expect(shown({ ...PQ, peakNits: 400 }, white)).toBeGreaterThan(shown(PQ, white) + 0.02);
    expect(shown({ ...PQ, peakNits: 203 }, nitsToPq(150))).toBeCloseTo(unchanged(150), 3);
  });

  it.each([
    // BT.2087-0: the primaries of BT.709 in BT.2020, as linear light.
    ['bt2020', [0.6274, 0.0691, 0.0164], [1, 0, 0]],
    ['bt2020', [0.3293, 0.9195, 0.088], [0, 1, 0]],
    ['bt2020', [0.0433, 0.0114, 0.8956], [0, 0, 1]],
    // The same in P3 with D65.
    ['p3', [0.8225, 0.0332, 0.0171], [1, 0, 0]],
  ] as const)('returns colors that both gamuts have: %s %j', (gamut, light, expected) => {
    const signal = light.map((value) => value ** (1 / 2.4)) as [number, number, number];
    const found = sdrConversion({ transfer: 'sdr', gamut, peakNits: 1000 })(signal);
    for (const i of [0, 1, 2] as const) expect(Math.abs(found[i] ** 2.4 - expected[i])).toBeLessThan(0.003);
  });

  it('is tabulated with red first', () => {
    const table = sdrTable(PQ);
    const at = 20 + 5 * TABLE_STEPS + 9 * TABLE_STEPS ** 2;
    const [red, green, blue] = sdrConversion(PQ)([20 / 35, 5 / 35, 9 / 35]);
    expect([...table.subarray(at * 3, at * 3 + 3)]).toEqual([red, green, blue].map((value) => Math.fround(value)));
  });
});
