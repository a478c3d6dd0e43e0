import { isDiskFull } from '../../base/disk-full.ts';
import type { Logger } from '../../base/logger.ts';
import type { Clock } from '../../base/time.ts';
import type { Blur } from '../../contract/library/blur.ts';
import { SHARE_PARTS } from '../../contract/sharing/share-parts.ts';
import type { CreateSharedReportRequest, SharedReport } from '../../contract/sharing/shared-reports.ts';
import type { Store } from '../../db/index.ts';
import type { Flag, SharedReportRow, VideoRow } from '../../db/schema.ts';
import type { StoredObject } from '../../storage/object-store.ts';
import { parseExpiry } from '../errors/expiry.ts';
import { notFound, parseId, requireFound, requireVideo } from '../errors/lookup.ts';
import type { MediaPart, SharedItemPart } from '../library/files/media-files.ts';
import type { SourceService } from '../library/files/sources.ts';
import { jsonInParts } from '../library/in-parts.ts';
import type { PeopleChoice } from '../people/choice.ts';
import type { ProxyService } from '../proxies/proxy-service.ts';
import type { BlurredCopies } from './blurred-copies.ts';
import { createLinkAccess } from './link-access.ts';
import { hashPassword } from './passwords.ts';
import type { ShareTokens } from './share-tokens.ts';
import { toSharedReport } from './shared-report-mapper.ts';
import type { SharedStories } from './shared-stories.ts';
import type { SharedVideos } from './shared-videos.ts';

/** Interval in which the opening of a link is recorded once: its page asks again for new URLs. */
const OPENING_INTERVAL_MS = 600_000;

/** Time that a new link waits for the check of its file, in milliseconds. */
const SHARE_WAIT_MS = 30_000;

export type ReportsService = ReturnType<typeof createReportsService>;

/** Manages shared reports and serves their public view. */
export function createReportsService(parts: {
  store: Store;
  source: SourceService;
  proxies: ProxyService;
  clock: Clock;
  tokens: ShareTokens;
  log: Logger;
  stories: SharedStories;
  videos: SharedVideos;
  copies: BlurredCopies;
  people: Pick<PeopleChoice, 'require'>;
  /** @throws ReelscopeError `not_ready` if the faces of the video are not known, `not_found` for an unknown person */
  checkBlur(video: VideoRow, blur: Blur, range?: { start: number; end: number }): void;
}) {
  const { store, source, proxies, clock, tokens, log, stories, videos, copies, people } = parts;
  tokens.protect(store);
  const { open, openWith, status } = createLinkAccess({ store, tokens, clock });

  const view = (row: SharedReportRow) => toSharedReport(row, tokens.tokenOf(row));

  /** Shows the report in any case: a full disk does not close links. */
  const recordOpening = (report: SharedReportRow): void => {
    try {
      store.reports.recordOpening(report, OPENING_INTERVAL_MS);
    } catch (error) {
      if (!isDiskFull(error)) throw error;
      log.warn('the opening of a link could not be recorded', { link: report.id });
    }
  };

  /** The video as it is now: its recording details may just have been read. */
  const current = (video: VideoRow): VideoRow => store.videos.get(video.userId, video.jobId) ?? video;

  const ensureFiles = (): void => {
    stories.ensureClips();
    copies.ensure();
  };

  /** Fields of links to videos and stories alike. @throws ReelscopeError `invalid_request` (expiry in the past) */
  const newLink = async ({ expires_at, password, allow_comments, blur }: CreateSharedReportRequest) => {
    const expiresAt = parseExpiry(expires_at, clock);
    const { shareHash, sealedToken } = tokens.create();
    const passwordHash = password == null ? null : await hashPassword(password);
    const allowsComments: Flag = allow_comments ? 1 : 0;
    return {
      shareHash,
      sealedToken,
      expiresAt,
      passwordHash,
      allowsComments,
      blur: blur ? JSON.stringify(blur) : null,
    };
  };
  type NewLink = Awaited<ReturnType<typeof newLink>>;

  const shareStory = (userId: number, request: CreateSharedReportRequest, link: NewLink): SharedReportRow => {
    const { story_id, parts: chosen, blur } = request;
    const row = requireFound(store.stories.get(userId, parseId(story_id ?? '', 'story')), 'story');
    if (blur) for (const { video, range } of stories.shownOf(row)) parts.checkBlur(video, blur, range);
    const shared = SHARE_PARTS.filter((part) => chosen.includes(part));
    const report = store.reports.create(userId, { ...link, storyId: row.id, parts: JSON.stringify(shared) });
    stories.ensureClips();
    return report;
  };

  const shareVideo = async (
    userId: number,
    request: CreateSharedReportRequest,
    link: NewLink,
  ): Promise<SharedReportRow> => {
    const { video_id, include_recording, include_people, include_moments, blur } = request;
    const video = requireFound(store.videos.find(userId, video_id ?? ''), 'video');
    if (blur) parts.checkBlur(video, blur);
    if (include_people) people.require(video);
    // The shared file must be the analyzed one. Without its file, the findings alone are shared.
    if (await source.find(video)) await source.open(video, { isWhole: true, waitMs: SHARE_WAIT_MS });
    // Whether the file states its place decides which file the link plays.
    await source.recording(video);
    const report = store.reports.create(userId, {
      ...link,
      videoId: video.id,
      includesRecording: include_recording ? 1 : 0,
      includesPeople: include_people ? 1 : 0,
      includesMoments: include_moments ? 1 : 0,
    });
    if (blur) copies.ensure();
    // Start the proxy now, so that it is ready when the link is opened.
    else await proxies.ensure(current(video), 'visitors');
    return report;
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
      const link = await newLink(request);
      return view(
        request.story_id === undefined ? await shareVideo(userId, request, link) : shareStory(userId, request, link),
      );
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
        await source.recording(video);
        await proxies.ensure(current(video), 'visitors');
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
      recordOpening(report);
      if (story) return Buffer.from(JSON.stringify(await stories.view(hash, origin, report, story)));
      const { segments, ...rest } = await videos.view(hash, origin, report, video);
      return jsonInParts(rest, 'segments', segments);
    },
  };
}
