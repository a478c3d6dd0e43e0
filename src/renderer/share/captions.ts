import type { Segment } from '../../contract/analysis/segment.ts';
import { cuesOf } from '../../core/formats/cues.ts';

/** Replaces the cues of a track by those of lines of speech, whose times are those of the file. */
export function setCaptions(track: TextTrack, speech: readonly Segment[]): void {
  for (const cue of [...(track.cues ?? [])]) track.removeCue(cue);
  for (const { from, to, lines } of cuesOf(speech)) {
    const cue = new VTTCue(from / 1000, to / 1000, '');
    // WebVTT parses `&` and `<` as markup.
    cue.text = lines.join('\n').replace(/&/g, '&amp;').replace(/</g, '&lt;');
    track.addCue(cue);
  }
}
