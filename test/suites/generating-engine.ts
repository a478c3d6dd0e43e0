import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { CancelledError } from '../../src/base/errors.ts';
import type { EngineFactory, GeneratingEngine } from '../../src/models/engine.ts';

const QUESTION = {
  system: 'You answer in one short sentence.',
  turns: [{ role: 'user' as const, content: 'Say hello.' }],
  maxTokens: 60,
};

/** What every generating engine keeps to. `open` gives one whose model answers JSON `{ answer }` when a schema asks. */
export function generatingEngineSuite(name: string, open: () => Promise<EngineFactory<GeneratingEngine>>): void {
  describe(`generating engine: ${name}`, () => {
    test('is available and signs with a name and a version', async () => {
      const factory = await open();
      expect(await factory.availability()).toEqual({ available: true });
      const engine = await factory.load();
      expect(engine.info.id).not.toBe('');
      expect(engine.info.version).not.toBe('');
      expect(engine.contextTokens).toBeGreaterThan(0);
      await engine.dispose();
    });

    test('writes in the shape that is asked for', { timeout: 300_000 }, async () => {
      const engine = await (await open()).load();
      // A limit, since a model of random weights would never close the text.
      const schema = z.object({ answer: z.string().max(20) });
      const { answer } = await engine.write({ ...QUESTION, maxTokens: 200, schema });
      expect(typeof answer).toBe('string');
    });

    test('streams words', { timeout: 300_000 }, async () => {
      const engine = await (await open()).load();
      let text = '';
      for await (const piece of engine.stream(QUESTION)) text += piece;
      expect(text.trim()).not.toBe('');
    });

    test('can be cancelled before it begins', async () => {
      const engine = await (await open()).load();
      const signal = AbortSignal.abort();
      await expect(engine.write({ ...QUESTION, schema: z.unknown() }, signal)).rejects.toBeInstanceOf(CancelledError);
    });
  });
}
