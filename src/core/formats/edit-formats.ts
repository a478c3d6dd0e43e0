import type { Results } from '../../contract/analysis/results.ts';
import { sequenceToAvid } from './avid.ts';
import { toFfMetadata, toYouTubeChapters } from './chapters.ts';
import { markersToEdl } from './edl.ts';
import { sequenceToFcpxml } from './sequence/fcpxml.ts';
import { sequenceToOtio } from './sequence/otio.ts';
import { findingsSequence, type SequenceFile, type SequenceSettings } from './sequence/sequence.ts';
import { sequenceToXmeml } from './sequence/xmeml.ts';
import { startAt } from './timecode.ts';

interface EditFormat {
  mediaType: string;
  extension: string;
  /** Pure: the same findings give the same text. @param file that they were found in */
  format(results: Results, file: SequenceFile, settings: SequenceSettings): string;
}

const TEXT = 'text/plain; charset=utf-8';
const XML = 'application/xml; charset=utf-8';

/** Findings and moments as markers and chapters for editing programs. */
export const EDIT_FORMATS = {
  edl: {
    mediaType: TEXT,
    extension: 'edl',
    format: (results, file, settings) => markersToEdl(findingsSequence(results, file), settings),
  },
  fcpxml: {
    mediaType: XML,
    extension: 'fcpxml',
    format: (results, file, settings) => sequenceToFcpxml(findingsSequence(results, file), settings),
  },
  xmeml: {
    mediaType: XML,
    extension: 'xml',
    format: (results, file, settings) => sequenceToXmeml(findingsSequence(results, file), settings),
  },
  otio: {
    mediaType: 'application/json; charset=utf-8',
    extension: 'otio',
    format: (results, file, settings) => sequenceToOtio(findingsSequence(results, file), settings),
  },
  avid: { mediaType: TEXT, extension: 'avid.txt', format: toAvid },
  youtube: { mediaType: TEXT, extension: 'chapters.txt', format: toYouTubeChapters },
  ffmetadata: { mediaType: TEXT, extension: 'ffmetadata.txt', format: toFfMetadata },
} as const satisfies Record<string, EditFormat>;

/** Locators of a file's clip: in its own timecode, unless the start of a sequence is chosen. */
function toAvid(results: Results, file: SequenceFile, { rate, startFrame }: SequenceSettings): string {
  const own = file.start && startFrame === undefined ? startAt(file.start, rate) : { rate, frame: startFrame };
  return sequenceToAvid(findingsSequence(results, file), { rate: own.rate, startFrame: own.frame });
}
