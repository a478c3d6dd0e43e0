import { describe, expect, it } from 'vitest';
import { isUuid, randomHex, uuidV7 } from '../../src/base/ids.ts';

describe('ids', () => {
  it('creates UUIDs of version 7 that sort by time', () => {
    const early = uuidV7(1_000_000_000_000);
    const late = uuidV7(1_000_000_000_001);
    expect(early).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
    expect(Number.parseInt(early.replaceAll('-', '').slice(0, 12), 16)).toBe(1_000_000_000_000);
    expect(early < late).toBe(true);
  });

  it('distinguishes UUIDs from other text', () => {
    expect(isUuid(uuidV7())).toBe(true);
    expect(isUuid('12')).toBe(false);
    expect(isUuid(`${uuidV7()}x`)).toBe(false);
  });

  it('creates random text of the requested length without repeats', () => {
    expect(randomHex(16)).toMatch(/^[0-9a-f]{32}$/);
    expect(randomHex(16)).not.toBe(randomHex(16));
  });
});
