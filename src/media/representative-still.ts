import { AVDISCARD_ALL, AVSEEK_FLAG_BACKWARD } from 'node-av/constants';
import { Packet } from 'node-av/lib';
import { contrastOf, MIN_CONTRAST } from './contrast.ts';
import { openDecoder } from './decoder.ts';
import { createLumaScaler, createStillScaler } from './frame-scaler.ts';
import type { Still } from './frames.ts';
import { geometryOf } from './geometry.ts';
import { type MediaInput, openInput } from './input.ts';

/** Where a picture is looked for, as parts of the length: after titles and fades first. */
const POSITIONS = [0.1, 0.25, 0.5, 0];
/** Packets read for one picture; a file that gives none by then gives none soon. */
const MAX_PACKETS = 2000;

/**
 * A picture that stands for a file, found in a moment: the first of some key pictures that is not blank, else the one
 * with the most in it. null when there is no picture.
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
      // A file without a length is looked at from its start only.
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
  // A file that can't be jumped in is read from where it is.
  input.context.seekFrameSync(stream.index, target, AVSEEK_FLAG_BACKWARD);
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
    // Frame threads keep the first picture back until more come, or the end does.
    if (!found) decoder.decode(null, take);
    return found;
  } finally {
    packet.free();
    decoder.close();
    luma.close();
    stills.close();
  }
}
