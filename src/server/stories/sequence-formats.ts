import { type FrameRate, readRate } from '../../contract/formats/frame-rate.ts';
import { sequenceToEdl } from '../../contract/formats/sequence/edl.ts';
import { sequenceToFcpxml } from '../../contract/formats/sequence/fcpxml.ts';
import { sequenceToOtio } from '../../contract/formats/sequence/otio.ts';
import { type Sequence, sequenceRate } from '../../contract/formats/sequence/sequence.ts';
import { toSrt, toVtt } from '../../contract/formats/subtitles.ts';
import type { Story } from '../../contract/stories.ts';
import { sequenceOf, transcriptOf } from './sequence.ts';
import type { StoryEntry } from './story-content.ts';

type Write = (story: Story, entries: readonly StoryEntry[]) => string;

/** @param rate such as `29.97 DF`; default: that of most of the sequence */
function sequenceWriter(format: (sequence: Sequence, rate: FrameRate) => string) {
  return (story: Story, entries: readonly StoryEntry[], rate: string | undefined): string => {
    const sequence = sequenceOf(story, entries);
    return format(sequence, rate ? readRate(rate) : sequenceRate(sequence));
  };
}

/** Sequences for editing programs, by their names in the API, which are their extensions. */
export const SEQUENCE_FORMATS = {
  edl: { mediaType: 'text/plain; charset=utf-8', write: sequenceWriter(sequenceToEdl) },
  fcpxml: { mediaType: 'application/xml; charset=utf-8', write: sequenceWriter(sequenceToFcpxml) },
  otio: { mediaType: 'application/json; charset=utf-8', write: sequenceWriter(sequenceToOtio) },
};

/** Subtitles of the clip that joins a story's moments. */
export const SUBTITLE_FORMATS = {
  srt: {
    mediaType: 'application/x-subrip; charset=utf-8',
    write: (story, entries) => toSrt(transcriptOf(story, entries)),
  },
  vtt: { mediaType: 'text/vtt; charset=utf-8', write: (story, entries) => toVtt(transcriptOf(story, entries)) },
} satisfies Record<string, { mediaType: string; write: Write }>;
