import { isDiskFull } from '../../base/disk-full.ts';
import type { Logger } from '../../base/logger.ts';
import type { CreateSharedReportRequest, SharedReport } from '../../contract/sharing/shared-reports.ts';
import type { Store } from '../../db/index.ts';
import type { SharedReportRow } from '../../db/schema.ts';
import type { StoredObject } from '../../storage/object-store.ts';
import { notFound, parseId, requireFound, requireVideo } from '../errors/lookup.ts';
import type { MediaPart, SharedItemPart } from '../library/files/media-files.ts';
import { jsonInParts } from '../library/in-parts.ts';
import { createLink, ensureProxy, type LinkParts } from './create-link.ts';
import { createLinkAccess } from './link-access.ts';
import { toSharedReport } from './shared-report-mapper.ts';
import type { SharedVideos } from './shared-videos.ts';

/** Interval in which the opening of a link is recorded once: its page asks again for new URLs. */
const OPENING_INTERVAL_MS = 600_000;

export type ReportsService = ReturnType<typeof createReportsService>;

/** Manages shared reports and serves their public view. */
export function createReportsService(parts: LinkParts & { log: Logger; videos: SharedVideos }) {
  const { store, clock, tokens, stories, videos, copies } = parts;
  tokens.protect(store);
  const { open, openWith, status } = createLinkAccess({ store, tokens, clock });

  const view = (row: SharedReportRow) => toSharedReport(row, tokens.tokenOf(row));

  const ensureFiles = (): void => {
    stories.ensureClips();
    copies.ensure();
  };

  return {
    open,
    openWith,

    /** Finds a file of a link whose video is blurred; null if it is not. @throws like `open` */
    blurredFile(hash: string, part: MediaPart): Promise<StoredObject | undefined> | null {
      const { report, video } = open(hash);
      return video && report.blur !== null ? copies.find(report, video, part) : null;
    },

    /** @throws ReelscopeError `not_found`, `share_expired` */
    withholdsSource(hash: string): boolean {
      const shared = open(hash);
      // The clips of a story have no metadata.
      return shared.video === undefined || videos.withholdsSource(shared.report, shared.video);
    },

    linkStatus: status,

    /** Newest first. @throws ReelscopeError `not_found` */
    listOfVideo(userId: number, jobId: string): SharedReport[] {
      const video = requireVideo(store, userId, jobId);
      return store.reports.list(userId, video.id).map(view);
    },

    /** Links of a story, newest first. @throws ReelscopeError `not_found` */
    listOfStory(userId: number, storyId: string): SharedReport[] {
      const story = requireFound(store.stories.get(userId, parseId(storyId, 'story')), 'story');
      return store.reports.listOfStory(userId, story.id).map(view);
    },

    /**
     * Creates a link to a video or a story. @throws ReelscopeError `not_found`, `invalid_request` (expiry in the past),
     * `source_changed`, `not_ready`, `people_off`
     */
    async create(userId: number, request: CreateSharedReportRequest): Promise<SharedReport> {
      return view(await createLink(parts, userId, request));
    },

    /** Finds a clip or picture of a shared story. @throws ReelscopeError `not_found`, `share_expired` */
    async storyFile(hash: string, part: SharedItemPart): Promise<StoredObject | undefined> {
      const shared = open(hash);
      return shared.story ? stories.file(shared.report, shared.story, part) : undefined;
    },

    /**
     * Queues missing proxies of shared videos, and missing clips of shared stories. Viewers don't: what anyone with a
     * link may start, anyone may repeat.
     */
    async prepareProxies(): Promise<void> {
      for (const video of store.reports.sharedVideos()) {
        await parts.source.recording(video);
        await ensureProxy(parts, video);
      }
      ensureFiles();
    },

    /** Makes missing clips and copies of links, also those that failed, since what they need may be known now. */
    ensureFiles,

    /** Revokes a report permanently, and deletes its comments. @throws ReelscopeError `not_found` */
    revoke(userId: number, id: string): void {
      const linkId = parseId(id, 'shared-report');
      store.transaction(() => {
        if (!store.reports.revoke(userId, linkId)) throw notFound('shared-report');
        store.comments.deleteOfLink(linkId);
      });
      ensureFiles();
    },

    /**
     * Returns the public view of a link, as JSON of `PublicReport` or `PublicStory`.
     * @throws ReelscopeError `not_found`, `share_expired`, `password_required`, `rate_limited` after too many wrong
     * passwords
     */
    async view(hash: string, origin: string, password?: string): Promise<Uint8Array<ArrayBuffer>> {
      const { report, video, story } = await openWith(hash, password);
      recordOpening(parts, report);
      if (story) return Buffer.from(JSON.stringify(await stories.view(hash, origin, report, story)));
      const { segments, ...rest } = await videos.view(hash, origin, report, video);
      return jsonInParts(rest, 'segments', segments);
    },
  };
}

/** Records that a link was opened. It is shown in any case: a full disk does not close links. */
function recordOpening({ store, log }: { store: Store; log: Logger }, report: SharedReportRow): void {
  try {
    store.reports.recordOpening(report, OPENING_INTERVAL_MS);
  } catch (error) {
    if (!isDiskFull(error)) throw error;
    log.warn('the opening of a link could not be recorded', { link: report.id });
  }
}
