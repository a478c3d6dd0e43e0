import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { CanceledError } from '../../src/base/errors.ts';
import type { EngineFactory, GeneratingEngine } from '../../src/models/engine.ts';

const QUESTION = {
  system: 'You answer in one short sentence.',
  turns: [{ role: 'user' as const, content: 'Say hello.' }],
  maxTokens: 60,
};

/** Requirements of every generating engine. `open` returns one whose model writes JSON `{ answer }` for a schema. */
export function generatingEngineSuite(name: string, open: () => Promise<EngineFactory<GeneratingEngine>>): void {
  describe(`generating engine: ${name}`, () => {
    test('is available and identifies itself with name and version', async () => {
      const factory = await open();
      expect(await factory.availability()).toEqual({ available: true });
      const engine = await factory.load();
      expect(engine.info.id).not.toBe('');
      expect(engine.info.version).not.toBe('');
      expect(engine.contextTokens).toBeGreaterThan(0);
      await engine.dispose();
    });

    test('writes output that matches the schema', { timeout: 300_000 }, async () => {
      const engine = await (await open()).load();
      // Limited, because a model with random weights would never end the text.
      const schema = z.object({ answer: z.string().max(20) });
      const { answer } = await engine.write({ ...QUESTION, maxTokens: 200, schema });
      expect(typeof answer).toBe('string');
    });

    test('streams text', { timeout: 300_000 }, async () => {
      const engine = await (await open()).load();
      let text = '';
      for await (const piece of engine.stream(QUESTION)) text += piece;
      expect(text.trim()).not.toBe('');
    });

    test('can be canceled before it starts', async () => {
      const engine = await (await open()).load();
      const signal = AbortSignal.abort();
      await expect(engine.write({ ...QUESTION, schema: z.unknown() }, signal)).rejects.toBeInstanceOf(CanceledError);
    });
  });
}
