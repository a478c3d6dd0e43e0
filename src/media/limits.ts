/**
 * Maximum decoded size: 8192 x 4320 (8K DCI). A file of a few hundred kilobytes can demand a frame of half a gigabyte;
 * above this limit the decoder fails before it allocates memory.
 */
export const MAX_PIXELS = 8192 * 4320;

/** Memory for the frames that a multithreaded decoder holds. */
const DECODER_MEMORY_BYTES = 600_000_000;
/** Frames that each decoder thread holds on average, references included. */
const FRAMES_PER_THREAD = 3;
/** Bytes per pixel of 10-bit 4:2:0, the most common format at high resolutions. */
const BYTES_PER_PIXEL = 3;
/** Frames up to 4K need no limit. */
const UNLIMITED_PIXELS = 4096 * 2304;

/**
 * Number of decoder threads for a frame size, so that 8K video stays within the memory of a worker; 0 = chosen by
 * FFmpeg. Pure.
 */
export function decoderThreads(width: number, height: number, wanted: number, cores: number): number {
  const pixels = width * height;
  if (pixels <= UNLIMITED_PIXELS) return wanted;
  const fitting = Math.max(1, Math.floor(DECODER_MEMORY_BYTES / (pixels * BYTES_PER_PIXEL * FRAMES_PER_THREAD)));
  return Math.min(fitting, wanted === 0 ? cores : wanted);
}

/**
 * Threads of a pass beyond one per core: they keep the cores busy while the main thread looks at a frame, and while
 * others wait for the frames that theirs refer to. On two cores, a pass over 1080p took 12 % less time than with
 * FFmpeg's choice (one more than cores), one over 720p 4 %; further threads gained nothing.
 */
const SPARE_THREADS = 3;
/** FFmpeg advises against more for the decoding of frames. */
const MAX_THREADS = 16;

/**
 * Number of decoder threads of a pass over a whole file; 0 = chosen by FFmpeg. Pure.
 * @param looksAtStills stills are looked at by models, which take so long that more threads would only hold more frames
 */
export function passThreads(cores: number, looksAtStills: boolean): number {
  return looksAtStills ? 0 : Math.min(MAX_THREADS, cores + SPARE_THREADS);
}
