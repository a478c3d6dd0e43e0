import { edlColorOf, markerName, oneLine } from './markers.ts';
import { edlOf, eventNumber, startOf } from './sequence/edl.ts';
import { placeClips, type Sequence, type SequenceSettings } from './sequence/sequence.ts';
import { startAt, timecode } from './timecode.ts';

/**
 * Markers as an EDL: events of CMX 3600 of one frame each, followed by the comment in which DaVinci Resolve keeps
 * color, name and length in frames of a timeline marker. Source timecode is that of the file; on the record side,
 * timecode from 01:00:00:00 by default, as new timelines have it; CRLF. Each frame has one marker.
 */
export function markersToEdl(sequence: Sequence, settings: SequenceSettings): string {
  const { rate } = settings;
  const start = startOf(settings);
  const clips = placeClips(sequence.clips, rate);
  const placed = clips.flatMap((clip) => clip.markers.map((marker) => ({ clip, marker })));
  const events = placed.map(({ clip, marker }, index) => {
    const source = clip.file.start ? startAt(clip.file.start, rate) : { frame: start, rate };
    const inFile = source.frame + clip.sourceFrame + marker.frame;
    const inSequence = start + clip.recordFrame + marker.frame;
    const times = [
      ...[inFile, inFile + 1].map((frame) => timecode(frame, source.rate)),
      ...[inSequence, inSequence + 1].map((frame) => timecode(frame, rate)),
    ];
    // `|` separates the fields of the comment.
    const name = markerName(marker).replaceAll('|', '/');
    return [
      `${eventNumber(index)}  001      V     C        ${times.join(' ')}  `,
      ` |C:ResolveColor${edlColorOf(marker)} |M:${name} |D:${marker.frames}`,
      '',
    ].join('\r\n');
  });
  return edlOf(oneLine(sequence.title), rate, events);
}
