/** Facts about a file that determine whether players support it; see MediaInfo in media/frames.ts. */
export interface PlayableMedia {
  container: string;
  video: { codec: string; pixelFormat?: string | undefined } | null;
  audio: { codec: string } | null;
}

/** Conversion that a file needs to play in Chromium, Firefox, and Safari. */
export type PlaybackConversion = 'none' | 'copy_video' | 'encode';

const H264_FORMATS = new Set(['yuv420p', 'yuvj420p']);
const WEBM_VIDEO = new Set(['vp8', 'vp9']);
const WEBM_AUDIO = new Set(['opus', 'vorbis']);
const MP4_AUDIO = new Set(['aac', 'mp3']);
const WAV_AUDIO = new Set(['pcm_s16le', 'pcm_u8']);
/** Containers in which every packet has a timestamp, so that the video stream can be copied. */
const TIMED_CONTAINERS = new Set(['mov', 'matroska', 'flv']);

/**
 * Returns the least conversion that makes a file playable in every browser. Conservative: a format that only some
 * browsers play needs conversion.
 * @param fileName its extension distinguishes WebM from Matroska, which share a demuxer
 */
export function requiredConversion(facts: PlayableMedia, fileName: string): PlaybackConversion {
  const { container, video, audio } = facts;
  const isH264 = isPlainH264(video);
  if (!video) return audio && playsSound(container, audio.codec) ? 'none' : 'encode';
  if (container === 'mov' && isH264 && (!audio || MP4_AUDIO.has(audio.codec))) return 'none';
  if (container === 'matroska' && /\.webm$/i.test(fileName)) {
    // Not every player supports 10-bit and 4:4:4 VP9.
    const isPlain = WEBM_VIDEO.has(video.codec) && video.pixelFormat === 'yuv420p';
    if (isPlain && (!audio || WEBM_AUDIO.has(audio.codec))) return 'none';
  }
  return conversionToPlain(facts);
}

/** Returns the least conversion that makes a playable file without the metadata of its source. */
export function conversionToPlain({ container, video }: PlayableMedia): Exclude<PlaybackConversion, 'none'> {
  return isPlainH264(video) && TIMED_CONTAINERS.has(container) ? 'copy_video' : 'encode';
}

function isPlainH264(video: PlayableMedia['video']): boolean {
  return video?.codec === 'h264' && H264_FORMATS.has(video.pixelFormat ?? '');
}

function playsSound(container: string, codec: string): boolean {
  if (container === 'mov') return MP4_AUDIO.has(codec);
  if (container === 'wav') return WAV_AUDIO.has(codec);
  return (container === 'mp3' && codec === 'mp3') || (container === 'flac' && codec === 'flac');
}
