import { Packet } from 'node-av/lib';
import { openDecoder } from '../../src/media/decoder.ts';
import { openInput } from '../../src/media/input.ts';

/** Time to open a file and decode its video and audio without using them, in seconds: the lower bound of any module. */
export async function decodeSeconds(path: string): Promise<number> {
  const started = performance.now();
  const input = await openInput(path);
  const decoders = new Map(
    [input.video, input.audio].flatMap((stream) => (stream ? [[stream.index, openDecoder(stream, 0)]] : [])),
  );
  const packet = new Packet();
  packet.alloc();
  while (input.context.readFrameSync(packet) >= 0) {
    decoders.get(packet.streamIndex)?.decode(packet, () => {});
    packet.unref();
  }
  for (const decoder of decoders.values()) decoder.decode(null, () => {});
  const seconds = (performance.now() - started) / 1000;
  for (const decoder of decoders.values()) decoder.close();
  packet.free();
  input.close();
  return seconds;
}
