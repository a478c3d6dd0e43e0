import type { OtioColor } from '../modules/module-presentation.ts';
import { oneLine, otioColorOf, type PlacedMarker } from './markers.ts';
import { startOf } from './sequence/edl.ts';
import { placeClips, type Sequence, type SequenceSettings } from './sequence/sequence.ts';
import { timecode } from './timecode.ts';

/** Colors of locators, which are fewer than those of other programs. */
const COLORS: Record<OtioColor, string> = {
  RED: 'red',
  GREEN: 'green',
  BLUE: 'blue',
  CYAN: 'cyan',
  MAGENTA: 'magenta',
  YELLOW: 'yellow',
  BLACK: 'black',
  WHITE: 'white',
  PINK: 'magenta',
  PURPLE: 'magenta',
  ORANGE: 'yellow',
};

/**
 * Markers as text for Avid Media Composer (Markers window, Import Markers): author, timecode, track, color, comment,
 * and length in frames, separated by tabs. Timecode is that of the sequence, from 01:00:00:00 by default.
 */
export function sequenceToAvid(sequence: Sequence, settings: SequenceSettings): string {
  const { rate } = settings;
  const start = startOf(settings);
  const lines = placeClips(sequence.clips, rate).flatMap(({ file, recordFrame, markers }) =>
    markers.map((marker) => {
      const at = timecode(start + recordFrame + marker.frame, rate);
      const color = COLORS[otioColorOf(marker)];
      return ['Reelscope', at, file.video ? 'V1' : 'A1', color, commentOf(marker), marker.frames].join('\t');
    }),
  );
  return lines.map((line) => `${line}\n`).join('');
}

/** Names and notes in one line; a comment may be long. */
function commentOf({ markers }: PlacedMarker): string {
  const texts = markers.map(({ name, note }) => [name, note].filter(Boolean).join(': '));
  return oneLine([...new Set(texts)].join(' · '));
}
