import { type Clock, formatTimestamp, parseTimestamp, roundSeconds } from '../../base/time.ts';
import { ReelscopeError } from '../../contract/errors.ts';
import { MODULE_NAMES } from '../../contract/modules.ts';
import { sentence } from '../../contract/sentence.ts';
import type { PublicReport, SharedReport } from '../../contract/shared-reports.ts';
import type { Store } from '../../db/index.ts';
import type { SharedReportRow, VideoRow } from '../../db/schema.ts';
import { notFound, parseId, requireFound } from '../errors/lookup.ts';
import type { Links } from '../library/links.ts';
import type { ResultsService } from '../library/results.ts';
import type { SourceService } from '../library/sources.ts';
import type { StillFiles } from '../library/stills.ts';
import type { ProxyService } from '../proxies/proxy-service.ts';
import type { ShareTokens } from './share-tokens.ts';
import { toSharedReport } from './shared-report-mapper.ts';

export type ReportsService = ReturnType<typeof createReportsService>;

/** Manages shared reports and serves their public view. */
export function createReportsService(parts: {
  store: Store;
  links: Links;
  results: ResultsService;
  source: SourceService;
  stills: StillFiles;
  proxies: ProxyService;
  clock: Clock;
  tokens: ShareTokens;
}) {
  const { store, links, results, source, stills, proxies, clock, tokens } = parts;
  tokens.protect(store);
  const view = (row: SharedReportRow) => toSharedReport(row, tokens.tokenOf(row));

  /** @throws ReelscopeError `not_found` (unknown or revoked), `share_expired` */
  const open = (hash: string): { report: SharedReportRow; video: VideoRow } => {
    const stored = tokens.hash(hash);
    const shared = stored === undefined ? undefined : store.reports.findByHash(stored);
    if (!shared?.report.isActive) throw notFound('shared-report');
    if (shared.report.expiresAt !== null && shared.report.expiresAt <= clock.now()) {
      throw new ReelscopeError('share_expired', sentence('share.expired'));
    }
    return shared;
  };

  return {
    open,

    /** HTTP status of a link's page, for previews and crawlers, which read the status only. */
    linkStatus(hash: string): 200 | 404 | 410 {
      try {
        open(hash);
        return 200;
      } catch (error) {
        if (error instanceof ReelscopeError && (error.status === 404 || error.status === 410)) return error.status;
        throw error;
      }
    },

    /** Newest first. @throws ReelscopeError `not_found` */
    listOfVideo(userId: number, jobId: string): SharedReport[] {
      const video = requireFound(store.videos.get(userId, jobId), 'video');
      return store.reports.list(userId, video.id).map(view);
    },

    /** @param videoId id or job id of the video. @throws ReelscopeError `not_found`, `invalid_request` (expiry in the past) */
    async create(userId: number, videoId: string, expiresAt: string | null | undefined): Promise<SharedReport> {
      const video = requireFound(store.videos.find(userId, videoId), 'video');
      const expiresMs = expiresAt == null ? null : parseTimestamp(expiresAt)!;
      if (expiresMs !== null && expiresMs <= clock.now()) {
        throw new ReelscopeError('invalid_request', sentence('share.expiry-past'));
      }
      const { shareHash, sealedToken } = tokens.create();
      const report = store.reports.create(userId, { videoId: video.id, shareHash, sealedToken, expiresAt: expiresMs });
      // Start the proxy now, so that it is ready when the link is opened.
      await proxies.ensure(video);
      return view(report);
    },

    /** Queues missing proxies of shared videos. Viewers don't: what anyone with a link may start, anyone may repeat. */
    async prepareProxies(): Promise<void> {
      for (const video of store.reports.sharedVideos()) await proxies.ensure(video);
    },

    /** Revokes a report permanently. @throws ReelscopeError `not_found` */
    revoke(userId: number, id: string): void {
      if (!store.reports.revoke(userId, parseId(id, 'shared-report'))) throw notFound('shared-report');
    },

    /** Returns the public view of a report. @throws ReelscopeError `not_found`, `share_expired` */
    async view(hash: string, origin: string): Promise<PublicReport> {
      const { report, video } = open(hash);
      const thumbnail = (await stills.thumbnail(video.jobId)) !== undefined;
      const { state } = await proxies.peek(video);
      const proxy = state === 'ready';
      const hasSource = (await source.find(video)) !== undefined;
      const playback = links.playback(origin, { kind: 'share', hash }, { thumbnail, proxy }, report.expiresAt);
      const segments = results.has(video) ? results.segments(video) : [];
      return {
        share_hash: hash,
        video: {
          id: String(video.id),
          job_id: video.jobId,
          name: video.name,
          status: video.status,
          duration: roundSeconds(video.duration),
        },
        modules: MODULE_NAMES.filter((name) => segments.some((segment) => segment.module === name)),
        segments,
        playback_url: hasSource ? playback.playback_url : null,
        playback_pending: state === 'waiting' || state === 'running',
        thumbnail_url: playback.thumbnail_url,
        still_url: playback.still_url,
        expires_at: report.expiresAt === null ? null : formatTimestamp(report.expiresAt),
        created_at: formatTimestamp(report.createdAt),
      };
    },
  };
}
