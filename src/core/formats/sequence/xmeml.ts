import type { FrameRate } from '../frame-rate.ts';
import { markerName, noteOf, oneLine } from '../markers.ts';
import { startAt } from '../timecode.ts';
import {
  filesOf,
  framesOfFile,
  largestPicture,
  type PlacedClip,
  placeClips,
  rateOfFile,
  type Sequence,
  type SequenceFile,
  type SequenceSettings,
} from './sequence.ts';
import { element, pictureElement, rateElement, soundElement, timecodeElement } from './xmeml-parts.ts';

/** Sound is placed on a track per channel, at most as a stereo pair. */
const MAX_SOUND_TRACKS = 2;

/** Track of a sequence, with its clips. */
export interface Track {
  type: 'video' | 'audio';
  /** From 1 among those of its type. */
  index: number;
  /** Track of the files, from 1 among those of its type. */
  source: number;
  clips: readonly PlacedClip[];
}

/**
 * A sequence as Final Cut Pro 7 XML (xmeml 5), which Premiere Pro reads: one track of video and a track per channel of
 * sound, linked; markers on the sequence. All frames count at the rate of the sequence, but those of files at their
 * own.
 */
export function sequenceToXmeml(sequence: Sequence, { rate, startFrame }: SequenceSettings): string {
  const clips = placeClips(sequence.clips, rate);
  const sound = Math.min(MAX_SOUND_TRACKS, Math.max(0, ...clips.map(({ file }) => file.audioChannels)));
  const video = clips.filter(({ file }) => file.video !== null);
  const tracks: Track[] = [
    ...(video.length > 0 ? [{ type: 'video' as const, index: 1, source: 1, clips: video }] : []),
    ...Array.from({ length: sound }, (_, channel) => ({
      type: 'audio' as const,
      index: channel + 1,
      source: channel + 1,
      clips: clips.filter(({ file }) => file.audioChannels > channel),
    })),
  ];
  return xmemlDocument(sequence.title, clips, tracks, { rate, startFrame });
}

/** An xmeml document with one sequence. @param clips of all tracks */
export function xmemlDocument(
  title: string,
  clips: readonly PlacedClip[],
  tracks: readonly Track[],
  { rate, startFrame = 0 }: SequenceSettings,
): string {
  const writeTrack = trackWriter(tracks, filesOf(clips), rate);
  const largest = largestPicture(clips);
  const of = (type: Track['type']) => tracks.filter((track) => track.type === type).map(writeTrack);
  const body = element(
    'sequence',
    [
      element('name', title),
      element('duration', Math.max(0, ...clips.map(({ recordFrame, frames }) => recordFrame + frames))),
      rateElement(rate),
      timecodeElement(startFrame, rate),
      element('media', [
        element('video', [
          element('format', [pictureElement(rate, largest ?? { width: 0, height: 0 })]),
          ...of('video'),
        ]),
        element('audio', [
          element('numOutputChannels', MAX_SOUND_TRACKS),
          element('format', [soundElement()]),
          ...of('audio'),
        ]),
      ]),
      ...clips.flatMap(markersOfClip),
    ],
    'id="sequence-1"',
  );
  return `<?xml version="1.0" encoding="UTF-8"?>\n<!DOCTYPE xmeml>\n<xmeml version="5">\n${body}\n</xmeml>\n`;
}

function markersOfClip({ recordFrame, markers }: PlacedClip): string[] {
  return markers.map((marker) => {
    const start = recordFrame + marker.frame;
    return element('marker', [
      element('name', markerName(marker)),
      element('comment', noteOf(marker)),
      element('in', start),
      // -1 is a marker without length.
      element('out', marker.frames > 1 ? start + marker.frames : -1),
    ]);
  });
}

/** Returns a function that writes the tracks in their order: the first clip of a file describes the file. */
function trackWriter(tracks: readonly Track[], files: readonly SequenceFile[], rate: FrameRate) {
  const described = new Set<string>();
  const fileOf = (file: SequenceFile): string => {
    const id = `id="file-${files.findIndex(({ jobId }) => jobId === file.jobId) + 1}"`;
    if (described.has(file.jobId)) return `<file ${id}/>`;
    described.add(file.jobId);
    return fileElement(file, id, rate);
  };
  return (track: Track): string =>
    element(
      'track',
      track.clips.map((clip) =>
        element(
          'clipitem',
          [
            element('name', oneLine(clip.title) || clip.file.name),
            element('duration', Math.max(clip.sourceFrame + clip.frames, lengthOf(clip.file, rate))),
            rateElement(rate),
            element('start', clip.recordFrame),
            element('end', clip.recordFrame + clip.frames),
            element('in', clip.sourceFrame),
            element('out', clip.sourceFrame + clip.frames),
            fileOf(clip.file),
            element('sourcetrack', [element('mediatype', track.type), element('trackindex', track.source)]),
            ...linksOf(clip, tracks),
            clip.note !== '' && element('comments', [element('mastercomment1', oneLine(clip.note))]),
          ],
          `id="${clipId(track, clip)}"`,
        ),
      ),
    );
}

/** Length of a file in frames of the sequence. */
function lengthOf(file: SequenceFile, rate: FrameRate): number {
  return Math.floor(file.duration * (rate.num / rate.den));
}

/** The clips of all tracks that play one part of a file together. */
function linksOf(clip: PlacedClip, tracks: readonly Track[]): string[] {
  const together = tracks.filter(({ clips }) => clips.includes(clip));
  if (together.length < 2) return [];
  return together.map((track) =>
    element('link', [
      element('linkclipref', clipId(track, clip)),
      element('mediatype', track.type),
      element('trackindex', track.index),
      element('clipindex', track.clips.indexOf(clip) + 1),
    ]),
  );
}

function clipId({ type, index }: Track, { recordFrame }: PlacedClip): string {
  return `clip-${recordFrame}-${type}-${index}`;
}

function fileElement(file: SequenceFile, id: string, sequenceRate: FrameRate): string {
  const { name, url, video, audioChannels } = file;
  const rate = rateOfFile(file, sequenceRate);
  const start = startAt(file.start, rate);
  return element(
    'file',
    [
      element('name', name),
      element('pathurl', url ?? encodeURIComponent(name)),
      rateElement(rate),
      element('duration', framesOfFile(file, sequenceRate)),
      timecodeElement(start.frame, start.rate),
      element('media', [
        video !== null && element('video', [pictureElement(rate, video)]),
        audioChannels > 0 && element('audio', [soundElement(), element('channelcount', audioChannels)]),
      ]),
    ],
    id,
  );
}
