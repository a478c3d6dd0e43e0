import { z } from 'zod';

/** Descriptor of the frame at a time in seconds; see models/objects/descriptor.ts. */
export interface FrameDescriptor {
  readonly time: number;
  readonly descriptor: Int8Array;
}

/** Part of the descriptors of a video's frames, in time order; they are complete with the last part. */
export const DescriptorsArtifact = z.object({
  module: z.literal('visualelements'),
  engine: z.string(),
  timesMs: z.array(z.number().int()),
  data: z.instanceof(Int8Array),
  isLast: z.boolean(),
});
type DescriptorsArtifact = z.infer<typeof DescriptorsArtifact>;

/** Descriptors per part: a megabyte. */
const BATCH_SIZE = 800;

/** Divides the descriptors of a video's frames into parts of limited size. */
export function* toDescriptorsArtifacts(
  engine: string,
  frames: readonly FrameDescriptor[],
): Generator<DescriptorsArtifact> {
  for (let at = 0; at < frames.length; at += BATCH_SIZE) {
    const batch = frames.slice(at, at + BATCH_SIZE);
    const size = batch[0]!.descriptor.length;
    const data = new Int8Array(batch.length * size);
    batch.forEach(({ descriptor }, i) => {
      data.set(descriptor, i * size);
    });
    const timesMs = batch.map(({ time }) => Math.round(time * 1000));
    yield { module: 'visualelements', engine, timesMs, data, isLast: at + BATCH_SIZE >= frames.length };
  }
}
