import type { FrameRate } from '../frame-rate.ts';
import { frameAt } from '../frame-rate.ts';
import { otioDocument, otioParts } from '../otio-parts.ts';
import { oneLine, type PlacedClip, placeClips, type Sequence } from './sequence.ts';

/**
 * A sequence as OpenTimelineIO: one track of video and one of audio, with a clip per part and a gap where a file has no
 * such stream; headings and titles as markers on the sequence.
 */
export function sequenceToOtio(sequence: Sequence, rate: FrameRate): string {
  const parts = otioParts(rate);
  const clips = placeClips(sequence.clips, rate);
  const clipOf = (clip: PlacedClip) =>
    parts.clip({
      name: oneLine(clip.title) || clip.file.name,
      range: parts.range(clip.sourceFrame, clip.frames),
      file: clip.file.name,
      available: parts.range(0, Math.max(1, frameAt(clip.file.duration, rate), clip.sourceFrame + clip.frames)),
      metadata: { reelscope: { job_id: clip.file.jobId, ...(clip.note !== '' && { note: clip.note }) } },
    });
  const trackOf = (name: string, kind: 'Video' | 'Audio', has: (clip: PlacedClip) => boolean) =>
    clips.some(has)
      ? [
          parts.track(
            name,
            kind,
            clips.map((clip) => (has(clip) ? clipOf(clip) : parts.gap(clip.frames))),
          ),
        ]
      : [];
  return otioDocument({
    name: sequence.title,
    metadata: {},
    markers: clips.flatMap((clip) => {
      const at = parts.range(clip.recordFrame, clip.frames);
      return [
        ...(clip.heading === undefined
          ? []
          : [parts.marker({ name: oneLine(clip.heading), color: 'BLUE', metadata: { kind: 'heading' } }, at)]),
        ...(clip.title === ''
          ? []
          : [
              parts.marker(
                { name: oneLine(clip.title), color: 'GREEN', comment: clip.note, metadata: { kind: 'moment' } },
                at,
              ),
            ]),
      ];
    }),
    tracks: [
      ...trackOf('V1', 'Video', ({ file }) => file.video !== null),
      ...trackOf('A1', 'Audio', ({ file }) => file.hasAudio),
    ],
  });
}
