import { BUNDLE_ENTRIES, BUNDLE_LIMITS, type BundleDescriptors } from '../../contract/bundles/manifest.ts';
import { DESCRIPTOR_SIZE, VISUAL_ENGINE } from '../../contract/search/visual.ts';
import type { VideoDescriptors } from '../../db/vectors/visual.ts';
import { damagedEntry, invalidContent } from './bundle-errors.ts';
import type { OpenBundle } from './open-bundle.ts';
import type { BundlePart } from './write-bundle.ts';

/** Bytes of the time of a picture: milliseconds as a little-endian 32-bit integer. */
const TIME_BYTES = 4;
/** Pictures per chunk: a megabyte. */
const PICTURES = 800;

/** Returns what the manifest states about descriptors. */
export function describeDescriptors({ engine, source, pictures }: VideoDescriptors): BundleDescriptors {
  return { engine, source, pictures: pictures.length, size: pictures[0]!.descriptor.length };
}

/** A part with the descriptors of frames: the time of each, then its descriptor. */
export function descriptorsPart({ pictures }: VideoDescriptors): BundlePart {
  return {
    name: BUNDLE_ENTRIES.descriptors,
    async *open() {
      for (let at = 0; at < pictures.length; at += PICTURES) {
        yield Buffer.concat(
          pictures.slice(at, at + PICTURES).flatMap(({ timeMs, descriptor }) => {
            const time = Buffer.alloc(TIME_BYTES);
            time.writeUInt32LE(timeMs);
            return [time, Buffer.from(descriptor.buffer, descriptor.byteOffset, descriptor.byteLength)];
          }),
        );
      }
    },
  };
}

/**
 * Reads the descriptors of a bundle; undefined without any, and for those of another engine, which are computed again.
 * @throws ReelscopeError `invalid_request` for an entry that is not as the manifest states
 */
export async function readDescriptors({ manifest, entry, read }: OpenBundle): Promise<VideoDescriptors | undefined> {
  const stated = manifest.analysis.descriptors ?? undefined;
  const found = entry(BUNDLE_ENTRIES.descriptors);
  if ((stated === undefined) !== (found === undefined)) throw invalidContent(BUNDLE_ENTRIES.manifest);
  if (!stated || !found || stated.engine !== VISUAL_ENGINE) return undefined;
  if (stated.size !== DESCRIPTOR_SIZE) throw invalidContent(BUNDLE_ENTRIES.manifest);
  const row = TIME_BYTES + stated.size;
  if (found.size_bytes !== stated.pictures * row) throw damagedEntry(found.name);
  if (found.size_bytes > BUNDLE_LIMITS.descriptorBytes) return undefined;
  const chunks: Buffer[] = [];
  for await (const chunk of read(found)) chunks.push(chunk);
  const bytes = Buffer.concat(chunks);
  const pictures = Array.from({ length: stated.pictures }, (_, i) => ({
    timeMs: bytes.readUInt32LE(i * row),
    descriptor: new Int8Array(bytes.subarray(i * row + TIME_BYTES, (i + 1) * row)),
  }));
  const isOrdered = pictures.every(({ timeMs }, i) => i === 0 || timeMs > pictures[i - 1]!.timeMs);
  if (!isOrdered) throw invalidContent(found.name);
  return { engine: stated.engine, source: stated.source, pictures };
}
