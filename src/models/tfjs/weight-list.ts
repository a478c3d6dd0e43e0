import { readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { z } from 'zod';
import type { Weight } from './graph-model.ts';

const WeightList = z.array(
  z.object({
    paths: z.array(z.string()),
    weights: z.array(
      z.object({
        name: z.string(),
        shape: z.array(z.number().int().positive()),
        dtype: z.literal('float32'),
        quantization: z.object({ dtype: z.literal('uint8'), scale: z.number(), min: z.number() }).optional(),
      }),
    ),
  }),
);

/**
 * Reads weights that TensorFlow.js stores without a graph, some of them as bytes with a scale and a minimum.
 * @throws Error if a file is missing or invalid
 */
export async function readWeightList(manifestPath: string): Promise<ReadonlyMap<string, Weight>> {
  const groups = WeightList.parse(JSON.parse(await readFile(manifestPath, 'utf8')));
  const weights = new Map<string, Weight>();
  for (const { paths, weights: specs } of groups) {
    const files = await Promise.all(paths.map((path) => readFile(join(dirname(manifestPath), path))));
    const bytes = new Uint8Array(Buffer.concat(files));
    let offset = 0;
    for (const { name, shape, quantization } of specs) {
      const count = shape.reduce((product, size) => product * size, 1);
      const end = offset + count * (quantization ? 1 : 4);
      if (end > bytes.length) throw new Error(`${manifestPath}: weights end before ${name}`);
      const values = quantization
        ? // Not `from` with a function, which makes a list of all values first: 100 MB of heap that stays.
          new Float32Array(bytes.subarray(offset, end)).map((byte) => byte * quantization.scale + quantization.min)
        : new Float32Array(bytes.slice(offset, end).buffer);
      weights.set(name, { shape, values });
      offset = end;
    }
  }
  return weights;
}
