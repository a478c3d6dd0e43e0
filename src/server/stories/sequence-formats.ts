import type { Results } from '../../contract/analysis/results.ts';
import { sequenceToAvid } from '../../core/formats/avid.ts';
import { sequenceToEdl } from '../../core/formats/sequence/edl.ts';
import { sequenceToFcpxml } from '../../core/formats/sequence/fcpxml.ts';
import { sequenceToOtio } from '../../core/formats/sequence/otio.ts';
import type { Sequence, SequenceSettings } from '../../core/formats/sequence/sequence.ts';
import { sequenceToCsv, sequenceToJson, sequenceToMarkdown } from '../../core/formats/sequence/shot-list.ts';
import { sequenceToXmeml } from '../../core/formats/sequence/xmeml.ts';
import { toSrt, toVtt } from '../../core/formats/subtitles.ts';

interface SequenceFormat {
  mediaType: string;
  extension: string;
  write(sequence: Sequence, settings: SequenceSettings): string;
}

const TEXT = 'text/plain; charset=utf-8';
const XML = 'application/xml; charset=utf-8';
const JSON_TYPE = 'application/json; charset=utf-8';

/** Sequences for editing programs, and their shot lists, by their names in the API. */
export const SEQUENCE_FORMATS = {
  edl: { mediaType: TEXT, extension: 'edl', write: sequenceToEdl },
  fcpxml: { mediaType: XML, extension: 'fcpxml', write: sequenceToFcpxml },
  xmeml: { mediaType: XML, extension: 'xml', write: sequenceToXmeml },
  otio: { mediaType: JSON_TYPE, extension: 'otio', write: sequenceToOtio },
  avid: { mediaType: TEXT, extension: 'avid.txt', write: sequenceToAvid },
  csv: { mediaType: 'text/csv; charset=utf-8; header=present', extension: 'csv', write: sequenceToCsv },
  json: { mediaType: JSON_TYPE, extension: 'json', write: sequenceToJson },
  md: { mediaType: 'text/markdown; charset=utf-8', extension: 'md', write: sequenceToMarkdown },
} satisfies Record<string, SequenceFormat>;

/** Subtitles of the clip that joins a story's moments. */
export const SUBTITLE_FORMATS = {
  srt: { mediaType: 'application/x-subrip; charset=utf-8', write: toSrt },
  vtt: { mediaType: 'text/vtt; charset=utf-8', write: toVtt },
} satisfies Record<string, { mediaType: string; write(transcript: Results): string }>;
