import { getFFmpegInfo } from 'node-av/lib';

/** Version of the loaded FFmpeg libraries. */
export function ffmpegLibraryVersion(): string {
  const { version, libraries } = getFFmpegInfo();
  return `${version} (libavcodec ${libraries.avcodec}, libavformat ${libraries.avformat})`;
}
