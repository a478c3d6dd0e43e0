import { AV_PKT_DATA_DISPLAYMATRIX, AVERROR_EOF, AVSEEK_CUR, AVSEEK_END, AVSEEK_SIZE } from 'node-av/constants';
import { Dictionary, FFmpegError, FormatContext, InputFormat, IOContext, type Packet } from 'node-av/lib';

const BUFFER_BYTES = 1 << 16;

/** Size and codec of the image in a container, for the decoder. */
export type ImageParameters = FormatContext['streams'][number]['codecpar'];

/**
 * Reads the first image of a container in memory, for as long as `use` runs.
 * @param demuxer FFmpeg's short name
 * @throws FFmpegError for a damaged file
 */
export async function withFirstPacket<Result>(
  bytes: Buffer,
  demuxer: 'mov' | 'webp_anim',
  packet: Packet,
  use: (parameters: ImageParameters, matrix: Buffer | null) => Result,
): Promise<Result> {
  const io = memoryReader(bytes);
  const context = new FormatContext();
  context.allocContext();
  context.pb = io;
  const format = InputFormat.findInputFormat(demuxer);
  // A crafted file opens no other.
  const options = Dictionary.fromObject({ protocol_whitelist: 'none', format_whitelist: format?.name ?? demuxer });
  try {
    FFmpegError.throwIfError(await context.openInput('', format, options));
    FFmpegError.throwIfError(await context.readFrame(packet));
    const { codecpar } = context.streams[packet.streamIndex]!;
    return use(codecpar, codecpar.getCodedSideData(AV_PKT_DATA_DISPLAYMATRIX));
  } finally {
    await context.closeInput();
    io.freeContext();
  }
}

function memoryReader(bytes: Buffer): IOContext {
  let position = 0;
  const io = new IOContext();
  io.allocContextWithCallbacks(
    BUFFER_BYTES,
    0,
    (size) => {
      if (position >= bytes.length) return AVERROR_EOF;
      const part = bytes.subarray(position, position + size);
      position += part.length;
      return part;
    },
    null,
    (offset, whence) => {
      if (whence === AVSEEK_SIZE) return BigInt(bytes.length);
      const start = whence === AVSEEK_CUR ? position : whence === AVSEEK_END ? bytes.length : 0;
      position = Math.max(0, start + Number(offset));
      return BigInt(position);
    },
  );
  return io;
}
