import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { CanceledError } from '../../src/base/errors.ts';
import type { EngineFactory } from '../../src/models/engine.ts';
import type { ObjectEngine } from '../../src/models/objects/index.ts';
import { drawings, drawnStill } from '../fixtures/objects.ts';

/** Requirements of every object detector. */
export function objectEngineSuite(factory: EngineFactory<ObjectEngine>): void {
  describe(`object engine ${factory.info.id}`, () => {
    let engine: ObjectEngine;
    beforeAll(async () => {
      engine = await factory.load();
    });
    afterAll(() => engine.dispose());

    test('is available and identifies itself', async () => {
      expect(await factory.availability()).toEqual({ available: true });
      expect(engine.info).toEqual(factory.info);
    });

    test('finds an object and its position', async () => {
      const [sign] = await engine.detect(await drawnStill(drawings.stopSign), 0.3);
      expect(sign).toMatchObject({ label: 'stop sign' });
      expect(sign!.x + sign!.width / 2).toBeCloseTo(318 / 640, 1);
      expect(sign!.y + sign!.height / 2).toBeCloseTo(140 / 400, 1);
      expect(sign!.width).toBeCloseTo(168 / 640, 1);
      expect(sign!.height).toBeCloseTo(168 / 400, 1);
    });

    test('counts objects with the same label once each', async () => {
      const clocks = await engine.detect(await drawnStill(drawings.twoClocks), 0.4);
      expect(clocks.map(({ label }) => label)).toEqual(['clock', 'clock']);
      const centers = clocks.map(({ x, width }) => x + width / 2).sort();
      expect(centers[0]).toBeCloseTo(170 / 640, 1);
      expect(centers[1]).toBeCloseTo(470 / 640, 1);
      for (const { x, y, width, height, confidence } of clocks) {
        expect(Math.min(x, y)).toBeGreaterThanOrEqual(0);
        expect(Math.max(x + width, y + height)).toBeLessThanOrEqual(1.0001);
        expect(confidence).toBeGreaterThan(0.4);
        expect(confidence).toBeLessThanOrEqual(1);
      }
    });

    test('finds nothing on an empty wall or in an image of one pixel', async () => {
      expect(await engine.detect(await drawnStill(drawings.wall), 0.25)).toEqual([]);
      expect(await engine.detect({ width: 1, height: 1, rgb: Uint8Array.of(9, 9, 9) }, 0.25)).toEqual([]);
    });

    test('returns boxes relative to the whole still when it has black bars', async () => {
      const [clock] = await engine.detect(await drawnStill(drawings.clock, 0, 200), 0.3);
      expect(clock).toMatchObject({ label: 'clock' });
      expect(clock!.x + clock!.width / 2).toBeCloseTo(0.5, 1);
      expect(clock!.width).toBeCloseTo(220 / 1040, 1);
    });

    test('returns the same detections again, highest confidence first', async () => {
      const still = await drawnStill(drawings.stopSign);
      const found = await engine.detect(still, 0.1);
      expect(await engine.detect(still, 0.1)).toEqual(found);
      const confidences = found.map(({ confidence }) => confidence);
      expect(confidences).toEqual(confidences.toSorted((a, b) => b - a));
    });

    test('stops when canceled', async () => {
      const still = await drawnStill(drawings.clock);
      await expect(engine.detect(still, 0.3, AbortSignal.abort())).rejects.toThrow(CanceledError);
      const controller = new AbortController();
      const work = engine.detect(still, 0.3, controller.signal);
      controller.abort();
      await expect(work).rejects.toThrow(CanceledError);
    });
  });
}
