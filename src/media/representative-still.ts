import { AVDISCARD_ALL, AVSEEK_FLAG_BACKWARD } from 'node-av/constants';
import { Packet } from 'node-av/lib';
import { contrastOf, MIN_CONTRAST } from './contrast.ts';
import { openDecoder } from './decoder.ts';
import { createLumaScaler, createStillScaler } from './frame-scaler.ts';
import type { Still } from './frames.ts';
import { geometryOf } from './geometry.ts';
import { type MediaInput, openInput } from './input.ts';

/** Positions to try as a share of the duration, beginning after titles and fades. */
const POSITIONS = [0.1, 0.25, 0.5, 0];
/** Maximum number of packets read for one frame. */
const MAX_PACKETS = 2000;

/**
 * Returns a representative frame of a file quickly: the first of several keyframes that is not blank, or else the one
 * with the highest contrast. Null if there is no video.
 * @throws ReelscopeError `unreadable_media`, `not_found`
 */
export async function representativeStill(path: string, maxSide: number): Promise<Still | null> {
  const input = await openInput(path);
  try {
    if (!input.video) return null;
    for (const stream of input.context.streams) if (stream.index !== input.video.index) stream.discard = AVDISCARD_ALL;
    let best: { still: Still; contrast: number } | undefined;
    for (const place of POSITIONS) {
      const found = stillAt(input, place * input.duration, maxSide);
      if (found && found.contrast > (best?.contrast ?? -1)) best = found;
      if (best && best.contrast >= MIN_CONTRAST) break;
      // Without a duration, only the start can be examined.
      if (input.duration === 0) break;
    }
    return best?.still ?? null;
  } finally {
    input.close();
  }
}

function stillAt(input: MediaInput, seconds: number, maxSide: number) {
  const stream = input.video!;
  const { num, den } = stream.timeBase;
  const target = BigInt(Math.round(((seconds + input.originSeconds) * den) / num));
  // Files without a duration are read from the start; some of their demuxers can't return to it. Where seeking fails,
  // reading continues at the current position.
  if (input.duration > 0) input.context.seekFrameSync(stream.index, target, AVSEEK_FLAG_BACKWARD);
  const geometry = geometryOf(stream);
  const decoder = openDecoder(stream, 0);
  const luma = createLumaScaler(geometry);
  const stills = createStillScaler(geometry);
  const packet = new Packet();
  packet.alloc();
  let found: { still: Still; contrast: number } | undefined;
  const take = (frame: Parameters<typeof luma.update>[0]) => {
    if (found) return;
    luma.update(frame);
    found = { still: stills.still(frame, seconds, maxSide), contrast: contrastOf(luma.planes.luma) };
  };
  try {
    let read = 0;
    while (!found && read++ < MAX_PACKETS && input.context.readFrameSync(packet) >= 0) {
      if (packet.streamIndex === stream.index) decoder.decode(packet, take);
      packet.unref();
    }
    // Frame threads hold back the first frame until more packets arrive or the decoder is flushed.
    if (!found) decoder.decode(null, take);
    return found;
  } finally {
    packet.free();
    decoder.close();
    luma.close();
    stills.close();
  }
}
