import { AVDISCARD_ALL } from 'node-av/constants';
import { FFmpegError, FormatContext, Packet, Rational } from 'node-av/lib';
import { openInput } from '../../src/media/input.ts';

/**
 * Writes the video of a file several times in a row without encoding it again, with the same key frames in each round.
 */
export async function writeRepeated(path: string, source: string, times: number, seconds: number): Promise<void> {
  const output = new FormatContext();
  FFmpegError.throwIfError(output.allocOutputContext2(null, null, path), 'choose a container');
  const packet = new Packet();
  packet.alloc();
  try {
    for (let round = 0; round < times; round++) {
      const input = await openInput(source);
      const stream = input.video!;
      const { num, den } = stream.timeBase;
      for (const other of input.context.streams) if (other.index !== stream.index) other.discard = AVDISCARD_ALL;
      if (round === 0) {
        const written = output.newStream(null);
        FFmpegError.throwIfError(stream.codecpar.copy(written.codecpar), 'copy parameters');
        written.timeBase = new Rational(num, den);
        FFmpegError.throwIfError(await output.openOutput(), 'create file');
        FFmpegError.throwIfError(await output.writeHeader(), 'write header');
      }
      const shift = BigInt(Math.round((round * seconds * den) / num));
      while (input.context.readFrameSync(packet) >= 0) {
        packet.pts += shift;
        packet.dts += shift;
        packet.streamIndex = 0;
        packet.rescaleTs(new Rational(num, den), output.streams[0]!.timeBase);
        FFmpegError.throwIfError(output.interleavedWriteFrameSync(packet), 'write');
        packet.unref();
      }
      input.close();
    }
    FFmpegError.throwIfError(await output.writeTrailer(), 'finish file');
    await output.closeOutput();
  } finally {
    packet.free();
    output.freeContext();
  }
}
