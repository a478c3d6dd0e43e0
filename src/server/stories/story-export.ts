import type { Logger } from '../../base/logger.ts';
import type { Clock } from '../../base/time.ts';
import { ReelscopeError } from '../../contract/errors.ts';
import type { ExportFormat } from '../../contract/evidence/manifest.ts';
import type { Story, StoryExportQuery, StoryFormat } from '../../contract/search/stories.ts';
import { type Sequence, sequenceRate } from '../../core/formats/sequence/sequence.ts';
import { sentence } from '../../core/texts/sentence.ts';
import type { Store } from '../../db/index.ts';
import { blurOfQuery } from '../clips/blur-query.ts';
import { safeTitle } from '../clips/clip-names.ts';
import type { ClipService } from '../clips/clip-service.ts';
import { hashStream } from '../clips/hash-stream.ts';
import type { ClipsFile } from '../clips/running-exports.ts';
import type { CitationsService } from '../evidence/citations/citations.ts';
import type { ExportsService } from '../evidence/exports.ts';
import type { ManifestsService } from '../evidence/manifests.ts';
import { reportLanguage } from '../exports/report-language.ts';
import { sequenceSettings } from '../exports/sequence-settings.ts';
import type { EditedFiles } from '../library/files/edited-files.ts';
import type { StillFiles } from '../library/stills.ts';
import { buildReport } from './report/build-report.ts';
import { REPORT_FORMATS } from './report/formats.ts';
import { sequenceOf, transcriptOf } from './sequence.ts';
import { SEQUENCE_FORMATS, SUBTITLE_FORMATS } from './sequence-formats.ts';
import type { StoriesService } from './stories.ts';
import { momentsOf, type StoryEntry, storyContent } from './story-content.ts';

export type StoryExportService = ReturnType<typeof createStoryExportService>;

/** A story to export. */
interface Source {
  userId: number;
  story: Story;
  entries: readonly StoryEntry[];
  /** Job ids, in order of their first use. */
  videos: string[];
}

interface StoryExportParts {
  store: Store;
  stories: Pick<StoriesService, 'get'>;
  clips: Pick<ClipService, 'make'>;
  stills: StillFiles;
  manifests: ManifestsService;
  exports: ExportsService;
  citations: Pick<CitationsService, 'ofVideo'>;
  files: EditedFiles;
  clock: Clock;
  log: Logger;
}

/** Exports of stories. Each is recorded in the histories of its videos. */
export function createStoryExportService(parts: StoryExportParts) {
  const { store, stories, clips, stills, manifests, exports, files, clock, log } = parts;

  /** Records a file once it was read to its end; a video may be gone by then. */
  const recorded = ({ userId, videos }: Source, format: ExportFormat, file: ClipsFile): ClipsFile => ({
    ...file,
    body: hashStream(file.body, (sha256) => {
      try {
        exports.record(userId, { videos, format, sha256 });
      } catch (error) {
        if (!(error instanceof ReelscopeError)) throw error;
        log.warn('the export of a story could not be recorded', { code: error.code });
      }
    }),
  });

  const sequenceFor = async ({ story, entries }: Source): Promise<Sequence> => {
    const videos = new Map(momentsOf(entries).map(({ video }) => [video.jobId, video]));
    const known = [...videos].map(async ([jobId, video]) => [jobId, await files.of(video)] as const);
    return sequenceOf(story, entries, new Map(await Promise.all(known)));
  };

  const report = async (source: Source, format: keyof typeof REPORT_FORMATS, query: StoryExportQuery) => {
    const { userId, story, entries, videos } = source;
    const { mediaType, extension, write } = REPORT_FORMATS[format];
    const language = reportLanguage(query.language);
    const includesRecording = query.include_recording === 'true';
    const manifest = await manifests.of(userId, videos, { includesRecording });
    const cited = await citedEntries(parts, userId, entries);
    const content = write(await buildReport(story, cited, stills, manifest, language, clock.now()), language);
    if (typeof content !== 'string') {
      return recorded(source, 'docx', {
        name: exportFileName(story, extension),
        mediaType,
        sizeBytes: null,
        body: content,
      });
    }
    if (format === 'html') {
      return fileOf(source, extension, mediaType, exports.signText(userId, videos, 'html', content));
    }
    return recorded(source, 'contact_sheet', fileOf(source, extension, mediaType, content));
  };

  return {
    /**
     * Creates a file of a story. Aborting `gone` stops the work on clips.
     * @throws ReelscopeError `not_found`, `not_ready` (no moments), `invalid_request`, and like {@link ClipService} for
     * clips
     */
    async make(userId: number, id: string, query: StoryExportQuery, gone: AbortSignal): Promise<ClipsFile> {
      const { format, export_id } = query;
      const blur = blurOfQuery(query);
      const found = stories.get(userId, id);
      const story = query.notes === 'false' ? { ...found, description: '' } : found;
      const content = storyContent(store, userId, story);
      const entries = query.notes === 'false' ? withoutNotes(content) : content;
      const moments = momentsOf(entries);
      if (moments.length === 0) throw new ReelscopeError('not_ready', sentence('story.empty'));
      const source = { userId, story, entries, videos: [...new Set(moments.map(({ video }) => video.jobId))] };
      if (isIn(format, SEQUENCE_FORMATS)) {
        const { mediaType, extension, write } = SEQUENCE_FORMATS[format];
        const sequence = await sequenceFor(source);
        const content = write(sequence, sequenceSettings(query, sequenceRate(sequence)));
        return recorded(source, format, fileOf(source, extension, mediaType, content));
      }
      if (isIn(format, SUBTITLE_FORMATS)) {
        if (moments.every(({ transcript }) => transcript.length === 0))
          throw new ReelscopeError('not_ready', sentence('export.no-speech'));
        const { mediaType, write } = SUBTITLE_FORMATS[format];
        return recorded(source, format, fileOf(source, format, mediaType, write(transcriptOf(story, entries))));
      }
      if (isIn(format, REPORT_FORMATS)) return report(source, format, query);
      const ranges = moments.map(({ video, range }) => ({
        job_id: video.jobId,
        start_time: range.start,
        end_time: range.end,
      }));
      const request = { clips: ranges, join: format === 'mp4', title: story.title };
      // Records them with their times.
      return clips.make(userId, { ...request, ...(blur && { blur }), ...(export_id && { export_id }) }, gone);
    },
  };
}

function fileOf({ story }: Source, extension: string, mediaType: string, content: string): ClipsFile {
  const bytes = new Blob([content]);
  return { name: exportFileName(story, extension), mediaType, sizeBytes: bytes.size, body: bytes.stream() };
}

/** Adds their citations to the lines of moments. */
async function citedEntries(
  { citations }: StoryExportParts,
  userId: number,
  entries: readonly StoryEntry[],
): Promise<StoryEntry[]> {
  const byVideo = new Map<string, Promise<ReadonlyMap<string, string>>>();
  const idsOf = (jobId: string) => {
    const known = byVideo.get(jobId);
    if (known) return known;
    const ids = citations
      .ofVideo(userId, jobId, ['transcription'])
      .then((video) => new Map(video.citations.map(({ segment_id, citation }) => [segment_id, citation])));
    byVideo.set(jobId, ids);
    return ids;
  };
  const cited = async (entry: StoryEntry): Promise<StoryEntry> => {
    if (entry.kind !== 'moment') return entry;
    const ids = await idsOf(entry.video.jobId);
    const transcript = entry.transcript.map((line) => {
      const citation = ids.get(line.id);
      return citation === undefined ? line : { ...line, citation };
    });
    return { ...entry, transcript };
  };
  return Promise.all(entries.map(cited));
}

function withoutNotes(entries: readonly StoryEntry[]): StoryEntry[] {
  return entries
    .filter(({ kind }) => kind !== 'note')
    .map((entry) => (entry.kind === 'moment' ? { ...entry, moment: { ...entry.moment, note: '' } } : entry));
}

function exportFileName({ title }: Story, extension: string): string {
  return `${safeTitle(title)}.${extension}`;
}

function isIn<Formats extends object>(
  format: StoryFormat,
  formats: Formats,
): format is StoryFormat & Extract<keyof Formats, StoryFormat> {
  return Object.hasOwn(formats, format);
}
