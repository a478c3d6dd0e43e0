import type { FrameRate } from '../frame-rate.ts';
import { markerName, noteOf, oneLine, otioColorOf, type PlacedMarker } from '../markers.ts';
import { otioDocument, otioParts } from '../otio-parts.ts';
import { startAt } from '../timecode.ts';
import {
  framesOfFile,
  type PlacedClip,
  placeClips,
  rateOfFile,
  type Sequence,
  type SequenceSettings,
} from './sequence.ts';

/**
 * A sequence as OpenTimelineIO (Academy Software Foundation): one track of video and one of audio, with a clip per part
 * and a gap where a file has no such stream; markers on the sequence. Ranges of files count in their own rate and
 * timecode.
 */
export function sequenceToOtio(sequence: Sequence, { rate, startFrame }: SequenceSettings): string {
  const parts = otioParts(rate);
  const clips = placeClips(sequence.clips, rate);
  const trackOf = (name: string, kind: 'Video' | 'Audio', has: (clip: PlacedClip) => boolean) =>
    clips.some(has)
      ? [
          parts.track(
            name,
            kind,
            clips.map((clip) => (has(clip) ? otioClip(clip, rate) : parts.gap(clip.frames))),
          ),
        ]
      : [];
  return otioDocument({
    name: sequence.title,
    start: startFrame === undefined ? null : parts.time(startFrame),
    markers: clips.flatMap(({ recordFrame, markers }) =>
      markers.map((marker) =>
        parts.marker(
          {
            name: markerName(marker),
            color: otioColorOf(marker),
            comment: noteOf(marker),
            metadata: metadataOf(marker),
          },
          parts.range(recordFrame + marker.frame, marker.frames),
        ),
      ),
    ),
    tracks: [
      ...trackOf('V1', 'Video', ({ file }) => file.video !== null),
      ...trackOf('A1', 'Audio', ({ file }) => file.audioChannels > 0),
    ],
  });
}

/** A part of a file. */
export function otioClip({ file, fileFrame, frames, title, note }: PlacedClip, rate: FrameRate) {
  const parts = otioParts(rate);
  const own = otioParts(rateOfFile(file, rate));
  const first = startAt(file.start, rateOfFile(file, rate)).frame;
  return parts.clip({
    name: oneLine(title) || file.name,
    range: { ...parts.range(0, frames), start_time: own.time(first + fileFrame) },
    file,
    available: own.range(first, framesOfFile(file, rate)),
    metadata: { reelscope: { job_id: file.jobId, ...(note !== '' && { note }) } },
  });
}

/** Kind and citation of a marker; of one that stands for several, those of each. */
function metadataOf({ markers }: PlacedMarker): Readonly<Record<string, unknown>> {
  const [first, ...others] = markers.map(({ kind, name, citation }) => ({
    ...(kind === 'moment' || kind === 'heading' ? { kind } : { module: kind }),
    name,
    ...(citation !== undefined && { citation }),
  }));
  return { ...first, ...(others.length > 0 && { others }) };
}
