import { byteSlices } from '../../base/byte-slices.ts';
import type { ExportedMoment } from '../../contract/analysis/results.ts';
import { ReelscopeError } from '../../contract/errors.ts';
import type { VideoExportQuery, VideoFormat } from '../../contract/library/video-exports.ts';
import { MAX_MOMENTS_LIMIT, type Moment, type MomentsQuery } from '../../contract/search/moments.ts';
import { EDIT_FORMATS } from '../../core/formats/edit-formats.ts';
import { TEXT_FORMATS } from '../../core/formats/index.ts';
import type { Part } from '../../core/formats/part.ts';
import { sentence } from '../../core/texts/sentence.ts';
import type { VideoRow } from '../../db/schema.ts';
import { fileClock, safeTitle } from '../clips/clip-names.ts';
import type { CitationsService } from '../evidence/citations/citations.ts';
import type { ManifestsService } from '../evidence/manifests.ts';
import type { EditedFiles } from '../library/files/edited-files.ts';
import { parseModuleList, type ResultsService } from '../library/results.ts';
import type { PeopleChoice } from '../people/choice.ts';
import type { DocumentForm, EditFormat } from './documents/document-order.ts';
import type { DocumentWriter } from './documents/document-writer.ts';
import { DOCX } from './docx/package.ts';

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
  results: Pick<ResultsService, 'read'>;
  documents: Pick<DocumentWriter, 'write'>;
  moments: { list(userId: number, query: MomentsQuery): Moment[] };
  manifests: Pick<ManifestsService, 'of'>;
  citations: Pick<CitationsService, 'source'>;
  people: Pick<PeopleChoice, 'chosen'>;
  files: EditedFiles;
}) {
  const { videoOf, results, documents, moments, manifests, citations, people, files } = parts;

  /** The moments that a file has. */
  const momentsOf = (userId: number, jobId: string, query: Pick<VideoExportQuery, 'moments' | 'notes'>): Moment[] => {
    if (query.moments === 'false') return [];
    const all = moments.list(userId, { job_id: jobId, limit: String(MAX_MOMENTS_LIMIT) });
    return query.notes === 'false' ? all.map((moment) => ({ ...moment, note: '' })) : all;
  };

  const formOf = async (userId: number, video: VideoRow, query: VideoExportQuery): Promise<DocumentForm> => {
    const { jobId } = video;
    const { format, language } = query;
    const includesRecording = query.include_recording === 'true';
    const manifest = () => manifests.of(userId, [jobId], { includesRecording });
    const report = { moments: momentsOf(userId, jobId, query), language: language ?? 'en' };
    if (format === 'json' || format === 'md') return { format, manifest: await manifest() };
    if (format === 'html') return { format, manifest: await manifest(), ...report };
    if (format === 'docx') return { format, manifest: await manifest(), ...report };
    if (isEdit(format)) return { format, file: await files.of(video), settings: query };
    return { format, language };
  };

  return {
    /**
     * Creates a file of findings.
     * @throws ReelscopeError `not_found`, `not_ready` (no results, too few chapters, subtitles without speech),
     * `invalid_request`, `people_off`
     */
    async make(userId: number, jobId: string, query: VideoExportQuery): Promise<FindingsFile> {
      const video = videoOf(userId, jobId);
      // The length of a video whose file hasn't arrived is unknown.
      const { rows, ...read } = await results.read(userId, jobId, { partial: query.partial === 'true' });
      const range = rangeOf(query, video.duration);
      const seen = query.people === undefined ? [] : people.chosen(video, query.people);
      const types = parseModuleList(query.modules);
      // People are chosen by their own parameter.
      const modules = types && query.people !== undefined ? [...types, 'people' as const] : types;
      const part = { modules, range, fromZero: query.from_zero === 'true' };
      const { format } = query;
      const form = await formOf(userId, video, query);
      const source = CITED.has(format) ? await citations.source(userId, jobId) : undefined;
      const { start } = await files.of(video);
      const added = {
        ...(start && { start_timecode: start }),
        ...(query.moments !== 'false' && { moments: momentsOf(userId, jobId, query).map(exported) }),
      };
      const file = { people: seen, added, part };
      const order = { ...read, isTranslated: query.text === 'translation', form, source, file };
      const content = await documents.write(userId, order, rows);
      const bytes = typeof content === 'string' ? new TextEncoder().encode(content) : content;
      const { mediaType, extension } = fileTypeOf(format);
      const name = exportFileName(video.name, range, extension);
      return { name, mediaType, sizeBytes: bytes.length, body: ReadableStream.from(byteSlices(bytes)) };
    },
  };
}

/** A moment as exports have it. */
function exported({ id, start_time, end_time, title, note, tags }: Moment): ExportedMoment {
  return { id, start_time, end_time, title, note, tags: tags.map(({ name }) => name) };
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

/** @throws ReelscopeError `invalid_request` for a range without length, or an open one past the end of the video */
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
