import { createHash } from 'node:crypto';
import { ReelscopeError } from '../../contract/errors.ts';
import { citeResults } from '../../contract/evidence/cite-results.ts';
import { csvFile, toCsv } from '../../contract/formats/csv.ts';
import { EDIT_FORMATS } from '../../contract/formats/edit-formats.ts';
import { TEXT_FORMATS } from '../../contract/formats/index.ts';
import { toMarkdown } from '../../contract/formats/markdown.ts';
import { momentsIn, type Part, partOf } from '../../contract/formats/part.ts';
import { withPreviewMarks } from '../../contract/formats/preview-marks.ts';
import { nativeRate, type SequenceFile } from '../../contract/formats/sequence/sequence.ts';
import { hasSubtitles } from '../../contract/formats/subtitles.ts';
import { MAX_MOMENTS_LIMIT, type Moment, type MomentsQuery } from '../../contract/moments.ts';
import type { ExportedMoment, Results } from '../../contract/results.ts';
import { sentence } from '../../contract/sentence.ts';
import type { VideoExportQuery, VideoFormat } from '../../contract/video-exports.ts';
import type { VideoRow } from '../../db/schema.ts';
import { fileClock, safeTitle } from '../clips/clip-names.ts';
import type { CitationsService } from '../evidence/citations/citations.ts';
import type { ExportsService } from '../evidence/exports.ts';
import type { ManifestsService } from '../evidence/manifests.ts';
import type { EditedFiles } from '../library/edited-files.ts';
import { parseModuleList, type ResultsService } from '../library/results.ts';
import type { StillFiles } from '../library/stills.ts';
import { type PeopleChoice, withPeople } from '../people/choice.ts';
import type { MediaService } from '../workers/types.ts';
import { DOCX } from './docx/package.ts';
import { findingsDocx } from './findings-docx.ts';
import { findingsHtml } from './findings-report.ts';
import { reportLanguage } from './report-language.ts';
import { sequenceSettings } from './sequence-settings.ts';
import { readSmallStills } from './small-stills.ts';

export type VideoExportService = ReturnType<typeof createVideoExportService>;

/** Formats that carry citations; the others need not wait for the hash of a new file. */
const CITED: ReadonlySet<VideoFormat> = new Set(['html', 'md', 'json', 'csv', 'fcpxml', 'otio']);

/** A file of findings. */
export interface FindingsFile {
  name: string;
  mediaType: string;
  sizeBytes: number;
  body: ReadableStream<Uint8Array>;
}

/** Findings of a video as files. Each is recorded in the history of the video; reports are signed. */
export function createVideoExportService(parts: {
  videoOf(userId: number, jobId: string): VideoRow;
  results: Pick<ResultsService, 'document'>;
  moments: { list(userId: number, query: MomentsQuery): Moment[] };
  stills: StillFiles;
  media: Pick<MediaService, 'shrink'>;
  manifests: Pick<ManifestsService, 'of'>;
  exports: Pick<ExportsService, 'record' | 'signJson' | 'signText'>;
  citations: Pick<CitationsService, 'ofVideo'>;
  people: Pick<PeopleChoice, 'chosen'>;
  files: EditedFiles;
}) {
  const { videoOf, results, moments, stills, media, manifests, exports, citations, people, files } = parts;

  /** The moments that a file has. */
  const momentsOf = (userId: number, jobId: string, query: Pick<VideoExportQuery, 'moments' | 'notes'>): Moment[] => {
    if (query.moments === 'false') return [];
    const all = moments.list(userId, { job_id: jobId, limit: String(MAX_MOMENTS_LIMIT) });
    return query.notes === 'false' ? all.map((moment) => ({ ...moment, note: '' })) : all;
  };

  const signed = async (userId: number, all: Results, part: Part, query: VideoExportQuery): Promise<string> => {
    const { job_id: jobId } = all;
    const found = partOf(all, part);
    const manifest = await manifests.of(userId, [jobId], { includesRecording: query.include_recording === 'true' });
    if (query.format === 'json')
      return `${JSON.stringify(exports.signJson(userId, [jobId], { ...found, manifest }), null, 2)}\n`;
    if (query.format === 'md') return exports.signText(userId, [jobId], 'md', toMarkdown(found, manifest));
    const content = {
      moments: momentsIn(momentsOf(userId, jobId, query), part),
      stills: await readSmallStills(all, part, { stills, media }),
      manifest,
    };
    return exports.signText(
      userId,
      [jobId],
      'html',
      findingsHtml(found, content, reportLanguage(query.language ?? 'en')),
    );
  };

  /** Adds a file to the history of its video. */
  const recorded = <Content extends string | Uint8Array>(
    userId: number,
    jobId: string,
    format: VideoFormat,
    content: Content,
  ): Content => {
    exports.record(userId, { videos: [jobId], format, sha256: createHash('sha256').update(content).digest('hex') });
    return content;
  };

  const edited = (found: Results, source: SequenceFile, { format, ...query }: Plain<EditFormat>): string => {
    const { duration, start_timecode: start = null } = found;
    // Times of a part that count from zero are those of another file: a clip of the part.
    const file = query.from_zero === 'true' ? { ...source, duration, start, url: undefined } : source;
    return EDIT_FORMATS[format].format(found, file, sequenceSettings(query, nativeRate(file)));
  };

  const plain = (userId: number, video: VideoRow, found: Results, source: SequenceFile, query: Plain): string => {
    const { format, language } = query;
    if ((format === 'srt' || format === 'vtt' || format === 'txt') && !hasSubtitles(found))
      throw new ReelscopeError('not_ready', sentence('export.no-speech'));
    const content = isEdit(format)
      ? edited(found, source, { ...query, format })
      : format === 'csv'
        ? csvFile(toCsv(found, language))
        : TEXT_FORMATS[format].format(found);
    if (content === '' && format === 'youtube') throw new ReelscopeError('not_ready', sentence('export.no-chapters'));
    return recorded(userId, video.jobId, format, content);
  };

  const written = async (
    userId: number,
    found: Results,
    part: Part,
    query: VideoExportQuery,
  ): Promise<Uint8Array<ArrayBuffer>> => {
    const { job_id: jobId } = found;
    const chosen = momentsIn(momentsOf(userId, jobId, query), part);
    const file = new Response(findingsDocx(found, chosen, reportLanguage(query.language ?? 'en')));
    return recorded(userId, jobId, 'docx', new Uint8Array(await file.arrayBuffer()));
  };

  return {
    /**
     * Creates a file of findings.
     * @throws ReelscopeError `not_found`, `not_ready` (no results, too few chapters, subtitles without speech),
     * `invalid_request`, `people_off`
     */
    async make(userId: number, jobId: string, query: VideoExportQuery): Promise<FindingsFile> {
      const video = videoOf(userId, jobId);
      const range = rangeOf(query, video.duration);
      const seen = query.people === undefined ? [] : people.chosen(video, query.people);
      const types = parseModuleList(query.modules);
      // People are chosen by their own parameter.
      const modules = types && query.people !== undefined ? [...types, 'people' as const] : types;
      const part = { modules, range, fromZero: query.from_zero === 'true' };
      const choice = { partial: query.partial === 'true', isTranslated: query.text === 'translation' };
      // Stills are found by the times of all findings of the part.
      const stored = results.document(userId, jobId, choice);
      const read = { ...stored, segments: withPeople(stored.segments, seen) };
      const { format } = query;
      const cited = CITED.has(format) ? citeResults(read, await citations.ofVideo(userId, jobId)) : read;
      const file = await files.of(video);
      const found = {
        ...cited,
        ...(file.start && { start_timecode: file.start }),
        ...(query.moments !== 'false' && { moments: momentsOf(userId, jobId, query).map(exported) }),
      };
      const all = format === 'json' ? found : withPreviewMarks(found);
      const content = isSigned(format)
        ? await signed(userId, all, part, query)
        : format === 'docx'
          ? await written(userId, partOf(all, part), part, query)
          : plain(userId, video, partOf(all, part), file, { ...query, format });
      const bytes = new Blob([content]);
      const { mediaType, extension } = fileTypeOf(format);
      const name = exportFileName(video.name, range, extension);
      return { name, mediaType, sizeBytes: bytes.size, body: bytes.stream() };
    },
  };
}

type SignedFormat = 'html' | 'md' | 'json';
type PlainFormat = Exclude<VideoFormat, SignedFormat | 'docx'>;
type EditFormat = keyof typeof EDIT_FORMATS;
type Plain<Format = PlainFormat> = Pick<VideoExportQuery, 'rate' | 'sequence_start' | 'from_zero' | 'language'> & {
  format: Format;
};

/** A moment as exports have it. */
function exported({ id, start_time, end_time, title, note, tags }: Moment): ExportedMoment {
  return { id, start_time, end_time, title, note, tags: tags.map(({ name }) => name) };
}

function isSigned(format: VideoFormat): format is SignedFormat {
  return format === 'html' || format === 'md' || format === 'json';
}

function isEdit(format: VideoFormat): format is EditFormat {
  return Object.hasOwn(EDIT_FORMATS, format);
}

function fileTypeOf(format: VideoFormat): { mediaType: string; extension: string } {
  if (format === 'html') return { mediaType: 'text/html; charset=utf-8', extension: 'html' };
  if (format === 'json') return { mediaType: 'application/json; charset=utf-8', extension: 'json' };
  if (format === 'docx') return DOCX;
  return isEdit(format) ? EDIT_FORMATS[format] : TEXT_FORMATS[format];
}

/** @throws ReelscopeError `invalid_request` for a range without length */
function rangeOf({ start, end }: VideoExportQuery, duration: number): Part['range'] {
  if (start === undefined && end === undefined) return undefined;
  const range = { start: start ?? 0, end: end ?? Math.max(duration, start ?? 0) };
  if (range.end <= range.start) throw new ReelscopeError('invalid_request', sentence('export.empty-range'));
  return range;
}

/** Such as `Interview 0.01.05-0.01.20.html`. */
function exportFileName(title: string, range: Part['range'], extension: string): string {
  const times = range ? ` ${fileClock(range.start)}-${fileClock(range.end)}` : '';
  return `${safeTitle(title)}${times}.${extension}`;
}
