import { formatTimestamp, roundSeconds } from '../../base/time.ts';
import { MODULE_NAMES } from '../../contract/analysis/modules.ts';
import type { Segment } from '../../contract/analysis/segment.ts';
import { mayRevealPlace } from '../../contract/library/recording.ts';
import { MAX_MOMENTS_LIMIT, type Moment, type MomentsQuery } from '../../contract/search/moments.ts';
import type { PublicReport, SharedMoment } from '../../contract/sharing/shared-reports.ts';
import { markPreviews } from '../../core/formats/preview-marks.ts';
import type { Store } from '../../db/index.ts';
import type { SharedReportRow, VideoRow } from '../../db/schema.ts';
import type { CitationsService } from '../evidence/citations/citations.ts';
import { signShared } from '../evidence/exports.ts';
import type { InstallationKey } from '../evidence/installation-key.ts';
import type { ManifestsService } from '../evidence/manifests.ts';
import type { Links } from '../library/files/links.ts';
import type { SourceFiles } from '../library/files/source-files.ts';
import type { ResultsService } from '../library/results.ts';
import type { StillFiles } from '../library/stills.ts';
import { type PeopleChoice, withPeople } from '../people/choice.ts';
import type { ProxyService } from '../proxies/proxy-service.ts';
import type { MediaInfoWire } from '../workers/types.ts';
import type { BlurredCopies } from './blurred-copies.ts';

export type SharedVideos = ReturnType<typeof createSharedVideos>;

interface SharedVideosParts {
  store: Pick<Store, 'coverage'>;
  links: Links;
  results: ResultsService;
  files: Pick<SourceFiles, 'state'>;
  stills: Pick<StillFiles, 'thumbnail'>;
  proxies: Pick<ProxyService, 'peek'>;
  manifests: ManifestsService;
  citations: Pick<CitationsService, 'idsOf'>;
  key: InstallationKey;
  copies: Pick<BlurredCopies, 'state'>;
  people: Pick<PeopleChoice, 'current'>;
  moments: { list(userId: number, query: MomentsQuery): Moment[] };
}

/** Public views of videos: the findings and the file, as far as the owner of a link shares them. */
export function createSharedVideos(parts: SharedVideosParts) {
  const { store, links, results, files, stills, proxies, manifests, citations, key, copies, people } = parts;

  /** Whether a link withholds the source file, which states where it was recorded, or may do so. */
  const withholdsSource = (report: SharedReportRow, video: VideoRow): boolean => {
    const info = video.media === null ? undefined : (JSON.parse(video.media) as MediaInfoWire);
    return report.includesRecording === 0 && mayRevealPlace(info?.recording);
  };

  /** Findings with their citations, without names that the link doesn't share. */
  const segmentsOf = async (report: SharedReportRow, video: VideoRow): Promise<Segment[]> => {
    const found = results.has(video) ? markPreviews(await results.segments(video)).map(withoutName) : [];
    const ids = await citations.idsOf(video, found, 0);
    const cited = found.map((segment, i) => (ids[i] === undefined ? segment : { ...segment, citation: ids[i] }));
    return withPeople(cited, report.includesPeople === 1 ? people.current(video) : []);
  };

  /**
   * State of the files that a link plays: of the blurred copy, if it has one, otherwise of the source and its proxy.
   */
  const filesOf = async (report: SharedReportRow, video: VideoRow) => {
    const copy = report.blur === null ? undefined : await copies.state(report);
    const thumbnail = (copy ?? 'ready') === 'ready' && (await stills.thumbnail(video.jobId)) !== undefined;
    if (copy !== undefined) {
      const isReady = copy === 'ready';
      return { thumbnail, proxy: isReady, isPlayable: isReady, isPending: copy === 'pending' };
    }
    const { state } = await proxies.peek(video);
    const proxy = state === 'ready';
    const hasSource = (await files.state(video)) === 'ok';
    const isPlayable = hasSource && (proxy || !withholdsSource(report, video));
    return { thumbnail, proxy, isPlayable, isPending: state === 'waiting' || state === 'running' };
  };

  return {
    withholdsSource,

    /** Public view of a video, signed. @param hash share hash @param origin scheme, host, and port of its URLs */
    async view(hash: string, origin: string, report: SharedReportRow, video: VideoRow): Promise<PublicReport> {
      const { thumbnail, proxy, isPlayable, isPending } = await filesOf(report, video);
      const playback = links.playback(origin, { kind: 'share', hash }, { thumbnail, proxy }, report.expiresAt);
      const segments = await segmentsOf(report, video);
      const modules = MODULE_NAMES.filter((name) => segments.some((segment) => segment.module === name));
      const { outdated } = store.coverage.of(video);
      const document = {
        share_hash: hash,
        video: {
          id: String(video.id),
          job_id: video.jobId,
          name: video.name,
          description: video.description,
          status: video.status,
          duration: roundSeconds(video.duration),
        },
        modules,
        outdated_modules: modules.filter((name) => outdated.has(name)),
        segments,
        moments: momentsOf(parts, report, video),
        playback_url: isPlayable ? playback.playback_url : null,
        playback_pending: isPending,
        thumbnail_url: playback.thumbnail_url,
        still_url: playback.still_url,
        allows_comments: report.allowsComments === 1,
        expires_at: report.expiresAt === null ? null : formatTimestamp(report.expiresAt),
        created_at: formatTimestamp(report.createdAt),
        manifest: await manifests.of(video.userId, [video.jobId], {
          includesRecording: report.includesRecording === 1,
          isPublic: true,
          hashWaitMs: 0,
        }),
      };
      return { ...document, signature: await signShared(key, document) };
    },
  };
}

/** Moments of a video in time order, without notes; none if the link doesn't share them. */
function momentsOf({ moments }: SharedVideosParts, report: SharedReportRow, video: VideoRow): SharedMoment[] {
  if (report.includesMoments === 0) return [];
  const all = moments.list(video.userId, { job_id: video.jobId, limit: String(MAX_MOMENTS_LIMIT) });
  return all
    .toSorted((a, b) => a.start_time - b.start_time)
    .map(({ title, start_time, end_time, tags }) => ({
      title,
      start_time,
      end_time,
      tags: tags.map(({ name }) => name),
    }));
}

/** A finding without the name of the user who added it. */
function withoutName(segment: Segment): Segment {
  if (segment.data?.added_by === undefined) return segment;
  const { added_by: _, ...data } = segment.data;
  return { ...segment, data };
}
