import type { Results } from '../../../contract/analysis/results.ts';
import type { StartTimecode } from '../../../contract/library/start-timecode.ts';
import { canDrop, editingRate, exactRate, type FrameRate, frameAt } from '../frame-rate.ts';
import { type Marker, markersOf, type PlacedMarker, placeMarkers } from '../markers.ts';

/** Media file that clips of a sequence are taken from. */
export interface SequenceFile {
  /** Distinguishes files of the same name. */
  jobId: string;
  /** File name, as an editing program looks for it. */
  name: string;
  /** `file:` URL; absent where the file is not known. */
  url?: string | undefined;
  /** Seconds. */
  duration: number;
  /** Size of the upright frame, and frames per second (0 if unknown); null for a file without video. */
  video: { width: number; height: number; fps: number } | null;
  /** 0 for a file without sound. */
  audioChannels: number;
  start: StartTimecode | null;
}

/** Part of a file in a sequence. Times in seconds of the file. */
export interface SequenceClip {
  file: SequenceFile;
  start: number;
  end: number;
  title: string;
  /** Empty if there is none. */
  note: string;
  tags?: readonly string[];
  markers: readonly Marker[];
}

/** Clips of one or several files, one after another. */
export interface Sequence {
  title: string;
  clips: readonly SequenceClip[];
}

/** Frames of a sequence. */
export interface SequenceSettings {
  rate: FrameRate;
  /** Timecode of the first frame, as a frame number; absent for the usual one of the editing program. */
  startFrame?: number | undefined;
}

/** A clip with its position in frames of the sequence. */
export interface PlacedClip extends Omit<SequenceClip, 'markers'> {
  /** First frame in the file, counted at the rate of the sequence. */
  sourceFrame: number;
  /** First frame in the file, counted at the rate of the file ({@link rateOfFile}). */
  fileFrame: number;
  /** First frame in the sequence, from 0. */
  recordFrame: number;
  /** Length in frames, at least 1. */
  frames: number;
  /** Frames count from the start of the clip. */
  markers: PlacedMarker[];
}

/** Picture of a sequence: the largest of those that are upright, or not, as most of it is. Pure. */
export function largestPicture(clips: readonly Pick<SequenceClip, 'file' | 'start' | 'end'>[]) {
  const pictures = clips.flatMap(({ file: { video }, start, end }) =>
    video ? [{ ...video, length: end - start }] : [],
  );
  const isUpright = ({ width, height }: { width: number; height: number }) => height > width;
  const upright = pictures.reduce((sum, each) => sum + (isUpright(each) ? each.length : -each.length), 0) > 0;
  return pictures
    .filter((each) => isUpright(each) === upright)
    .sort((a, b) => b.width * b.height - a.width * a.height)[0];
}

/** Rate at which a file is edited; a file without video has that of the sequence. */
export function rateOfFile({ video, start }: SequenceFile, sequenceRate: FrameRate): FrameRate {
  return video ? exactRate(editingRate(video.fps, start?.frame_rate)) : sequenceRate;
}

/** Length of a file in frames of its own rate: at least one, and one of the sequence. */
export function framesOfFile(file: SequenceFile, sequenceRate: FrameRate): number {
  const rate = rateOfFile(file, sequenceRate);
  const shortest = Math.ceil((rate.num * sequenceRate.den) / (rate.den * sequenceRate.num));
  return Math.max(shortest, frameAt(file.duration, rate));
}

/** Places the clips on whole frames of the sequence, without gaps. None ends after its file. */
export function placeClips(clips: readonly SequenceClip[], rate: FrameRate): PlacedClip[] {
  let recordFrame = 0;
  return clips.map((clip) => {
    const fileRate = rateOfFile(clip.file, rate);
    const fileFrames = framesOfFile(clip.file, rate);
    const last = convertFrames(fileFrames, fileRate, rate);
    const sourceFrame = Math.min(frameAt(clip.start, rate), last - 1);
    const frames = Math.min(Math.max(1, frameAt(clip.end, rate) - sourceFrame), last - sourceFrame);
    // The latest frame of the file from which the clip's length is left.
    const latest = fileFrames - Math.ceil((frames * rate.den * fileRate.num) / (rate.num * fileRate.den) - 1e-9);
    const fileFrame = Math.min(frameAt(clip.start, fileRate), latest);
    const markers = placeMarkers(clip.markers, rate, { origin: clip.start, frames });
    const placed = { ...clip, sourceFrame, fileFrame, recordFrame, frames, markers };
    recordFrame += frames;
    return placed;
  });
}

/** Whole frames of one rate that fit into frames of another. */
function convertFrames(frames: number, from: FrameRate, to: FrameRate): number {
  return Math.floor((frames * from.den * to.num) / (from.num * to.den) + 1e-9);
}

/** The files of a sequence in order of their first use. */
export function filesOf(clips: readonly { file: SequenceFile }[]): SequenceFile[] {
  return [...new Map(clips.map(({ file }) => [file.jobId, file])).values()];
}

/** Rate at which a file is edited, in drop frame where its timecode has it; 25 without video. */
export function nativeRate({ video, start }: SequenceFile): FrameRate {
  const rate = exactRate(editingRate(video?.fps ?? 0, start?.frame_rate));
  return canDrop(rate) && start?.drop_frame ? { ...rate, drop: true } : rate;
}

/** Frame rate of a sequence whose user chose none: the one in which most of it was recorded; otherwise 25. */
export function sequenceRate({ clips }: Sequence): FrameRate {
  const seconds = new Map<string, { rate: FrameRate; total: number }>();
  for (const { file, start, end } of clips) {
    if (!file.video) continue;
    const rate = nativeRate(file);
    const key = `${rate.num}/${rate.den}${rate.drop ? ' DF' : ''}`;
    seconds.set(key, { rate, total: (seconds.get(key)?.total ?? 0) + end - start });
  }
  const [most] = [...seconds.values()].sort((a, b) => b.total - a.total);
  return most?.rate ?? exactRate(25);
}

/** A whole file with its findings and moments as markers. */
export function findingsSequence(results: Results, file: SequenceFile): Sequence {
  const { video_name: title, duration } = results;
  return { title, clips: [{ file, start: 0, end: duration, title, note: '', markers: markersOf(results) }] };
}

/** Whether frames of two rates last the same. */
export function isSameRate(a: FrameRate, b: FrameRate): boolean {
  return a.num * b.den === b.num * a.den;
}
