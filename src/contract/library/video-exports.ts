import { z } from 'zod';
import { ModuleList } from '../analysis/modules.ts';

/** Formats of the findings of a video as a file. */
export const VIDEO_FORMATS = [
  'html',
  'docx',
  'txt',
  'md',
  'json',
  'csv',
  'srt',
  'vtt',
  'edl',
  'fcpxml',
  'xmeml',
  'otio',
  'avid',
  'youtube',
  'ffmetadata',
] as const;
export type VideoFormat = (typeof VIDEO_FORMATS)[number];

/** How a frame rate of editing programs is written: `25`, `29.97`, or `29.97 DF` with dropped frame numbers. */
const RATE_PATTERN = /^(?:23\.976|23\.98|29\.970?|59\.940?|(?:24|25|30|48|50|60)(?:\.0{1,3})?)(?: ?DF)?$/;

/** A frame rate of a file for editing programs. */
export const RateText = z
  .string()
  .regex(RATE_PATTERN, 'must be a frame rate of editing programs such as 25, 29.97, or 29.97 DF');

/** Timecode of the first frame of a sequence. */
export const SequenceStart = z
  .string()
  .regex(/^(?:[01]\d|2[0-3]):[0-5]\d:[0-5]\d[:;]\d\d$/, 'must be a timecode such as 01:00:00:00');

const Seconds = z.coerce.number().min(0).max(1e7);

export const VideoExportQuery = z.object({
  format: z.enum(VIDEO_FORMATS).meta({
    description:
      '`html`: a report with pictures; `md`, `json`: reports as text and data; these three are signed. `docx`: summary, moments, chapters, and transcript as a document; `txt`: the transcript with speakers and times; `csv`: a spreadsheet; `srt`, `vtt`: subtitles; `edl`, `fcpxml`, `xmeml` (Premiere Pro), `otio`, `avid`: markers for editing programs; `youtube`, `ffmetadata`: chapters.',
  }),
  modules: ModuleList.optional().meta({ description: 'Comma-separated module names; default: all.' }),
  start: Seconds.optional().meta({ description: 'Findings before are left out, others trimmed. Seconds.' }),
  end: Seconds.optional().meta({ description: 'Findings after are left out, others trimmed. Seconds.' }),
  from_zero: z.literal('true').optional().meta({ description: 'Times count from `start`, as in a clip of the range.' }),
  rate: RateText.optional().meta({
    description: 'Frames per second of an editing project; default: that of the video, or the nearest.',
  }),
  sequence_start: SequenceStart.optional().meta({
    description:
      'Timecode of the first frame of an editing project; default: 01:00:00:00 in `edl`, that of the file in `avid`, 0 in the others.',
  }),
  moments: z
    .enum(['true', 'false'])
    .default('true')
    .meta({ description: 'Whether moments are in reports, `csv`, `json`, and markers.' }),
  notes: z.enum(['true', 'false']).default('true').meta({ description: 'Whether moments have their notes.' }),
  language: z.enum(['en', 'de']).optional().meta({
    description:
      'Of a report (default: en), of unnamed speakers in `csv`, `srt`, `vtt`, and `txt`, and of types and contents in `csv` (default: names of modules).',
  }),
  text: z
    .enum(['original', 'translation'])
    .default('original')
    .meta({ description: 'translation: transcript lines in English instead of the original language.' }),
  include_recording: z.literal('true').optional().meta({
    description: 'Includes original name, capture time, camera, and place in the manifest of a signed report.',
  }),
  people: z
    .string()
    .regex(/^(?:all|\d+(?:,\d+)*)$/, 'must be all, or IDs of people')
    .optional()
    .meta({
      description:
        'People to list with their times on screen: `all`, or comma-separated IDs; default: nobody. In reports, `csv`, `json`, and markers. 409 `people_off` where People is off.',
    }),
  partial: z.literal('true').optional().meta({
    description: 'Also while the analysis runs: the findings so far.',
  }),
});
export type VideoExportQuery = z.infer<typeof VideoExportQuery>;
