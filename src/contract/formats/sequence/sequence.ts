import { editingRate, exactRate, type FrameRate, frameAt } from '../frame-rate.ts';

/** Media file that clips of a sequence are taken from. */
export interface SequenceFile {
  /** Distinguishes files of the same name. */
  jobId: string;
  /** File name, as an editing program looks for it. */
  name: string;
  /** Seconds. */
  duration: number;
  /** Size of the upright frame; null for a file without video. */
  video: { width: number; height: number; fps: number } | null;
  hasAudio: boolean;
}

/** Part of a file in a sequence. Times in seconds of the file. */
export interface SequenceClip {
  file: SequenceFile;
  start: number;
  end: number;
  title: string;
  /** Empty if there is none. */
  note: string;
  /** Heading that begins with this clip. */
  heading?: string | undefined;
}

/** Clips of one or several files, one after another. */
export interface Sequence {
  title: string;
  clips: readonly SequenceClip[];
}

/** A clip with its position in frames of the sequence. */
export interface PlacedClip extends SequenceClip {
  /** First frame in the file, counted at the rate of the sequence. */
  sourceFrame: number;
  /** First frame in the sequence. */
  recordFrame: number;
  /** Length in frames, at least 1. */
  frames: number;
}

/** Places the clips on whole frames of the sequence, without gaps. */
export function placeClips(clips: readonly SequenceClip[], rate: FrameRate): PlacedClip[] {
  let recordFrame = 0;
  return clips.map((clip) => {
    const sourceFrame = frameAt(clip.start, rate);
    const frames = Math.max(1, frameAt(clip.end, rate) - sourceFrame);
    const placed = { ...clip, sourceFrame, recordFrame, frames };
    recordFrame += frames;
    return placed;
  });
}

/** The files of a sequence in order of their first use. */
export function filesOf(clips: readonly SequenceClip[]): SequenceFile[] {
  return [...new Map(clips.map(({ file }) => [file.jobId, file])).values()];
}

/** Frame rate of a sequence whose user chose none: the one in which most of it was recorded, otherwise 25. */
export function sequenceRate({ clips }: Sequence): FrameRate {
  const seconds = new Map<number, number>();
  for (const { file, start, end } of clips) {
    if (!file.video) continue;
    const fps = editingRate(file.video.fps);
    seconds.set(fps, (seconds.get(fps) ?? 0) + end - start);
  }
  const [most] = [...seconds].sort(([, a], [, b]) => b - a);
  return exactRate(most?.[0] ?? 25);
}

/** A text in one line, as fields of editing programs require. */
export function oneLine(text: string): string {
  return text.replace(/[\s\p{Cc}]+/gu, ' ').trim();
}
