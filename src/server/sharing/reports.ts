import { isDiskFull } from '../../base/disk-full.ts';
import type { Logger } from '../../base/logger.ts';
import { type Clock, formatTimestamp, roundSeconds } from '../../base/time.ts';
import type { Blur } from '../../contract/blur.ts';
import { ReelscopeError } from '../../contract/errors.ts';
import { markPreviews } from '../../contract/formats/preview-marks.ts';
import { MODULE_NAMES } from '../../contract/modules.ts';
import { mayRevealPlace } from '../../contract/recording.ts';
import type { Segment } from '../../contract/segment.ts';
import { sentence } from '../../contract/sentence.ts';
import { SHARE_PARTS } from '../../contract/share-parts.ts';
import type {
  CreateSharedReportRequest,
  PublicReport,
  PublicStory,
  SharedReport,
} from '../../contract/shared-reports.ts';
import type { Store } from '../../db/index.ts';
import type { SharedItem } from '../../db/repositories/reports.ts';
import type { SharedReportRow, VideoRow } from '../../db/schema.ts';
import type { StoredObject } from '../../storage/object-store.ts';
import { parseExpiry } from '../errors/expiry.ts';
import { notFound, parseId, requireFound } from '../errors/lookup.ts';
import type { CitationsService } from '../evidence/citations/citations.ts';
import { signShared } from '../evidence/exports.ts';
import type { InstallationKey } from '../evidence/installation-key.ts';
import type { ManifestsService } from '../evidence/manifests.ts';
import type { Links } from '../library/links.ts';
import type { MediaPart, SharedItemPart } from '../library/media-files.ts';
import type { ResultsService } from '../library/results.ts';
import type { SourceFiles } from '../library/source-files.ts';
import type { SourceService } from '../library/sources.ts';
import type { StillFiles } from '../library/stills.ts';
import { type PeopleChoice, withPeople } from '../people/choice.ts';
import type { ProxyService } from '../proxies/proxy-service.ts';
import type { MediaInfoWire } from '../workers/types.ts';
import type { BlurredCopies } from './blurred-copies.ts';
import { RateLimiter } from './lan/rate-limiter.ts';
import { hashPassword, isPassword } from './passwords.ts';
import type { ShareTokens } from './share-tokens.ts';
import { toSharedReport } from './shared-report-mapper.ts';
import type { SharedStories } from './shared-stories.ts';

/** Interval in which the opening of a link is recorded once: its page asks again for new URLs. */
const OPENING_INTERVAL_MS = 600_000;

/** Time that a new link waits for the check of its file, in milliseconds. */
const SHARE_WAIT_MS = 30_000;

/** Passwords per minute and link; those that are right don't count. */
const PASSWORDS_PER_MINUTE = 10;

export type ReportsService = ReturnType<typeof createReportsService>;

/** Manages shared reports and serves their public view. */
export function createReportsService(parts: {
  store: Store;
  links: Links;
  results: ResultsService;
  source: SourceService;
  files: SourceFiles;
  stills: StillFiles;
  proxies: ProxyService;
  clock: Clock;
  tokens: ShareTokens;
  log: Logger;
  manifests: ManifestsService;
  citations: Pick<CitationsService, 'idsOf'>;
  key: InstallationKey;
  stories: SharedStories;
  copies: BlurredCopies;
  people: Pick<PeopleChoice, 'require' | 'current'>;
  /** @throws ReelscopeError `not_ready` if the faces of the video are not known, `not_found` for an unknown person */
  checkBlur(video: VideoRow, blur: Blur, range?: { start: number; end: number }): void;
}) {
  const {
    store,
    links,
    results,
    source,
    files,
    stills,
    proxies,
    clock,
    tokens,
    log,
    manifests,
    citations,
    key,
    stories,
    copies,
    people,
  } = parts;
  tokens.protect(store);
  const view = (row: SharedReportRow) => toSharedReport(row, tokens.tokenOf(row));

  /** @throws ReelscopeError `not_found` (unknown, revoked, or in the trash), `share_expired` */
  const open = (hash: string): SharedItem => {
    const stored = tokens.hash(hash);
    const shared = stored === undefined ? undefined : store.reports.findByHash(stored);
    if (!shared?.report.isActive) throw notFound('shared-report');
    if (shared.report.expiresAt !== null && shared.report.expiresAt <= clock.now()) {
      throw new ReelscopeError('share_expired', sentence('share.expired'));
    }
    if ((shared.story ?? shared.video).deletedAt !== null) throw notFound('shared-report');
    return shared;
  };

  const attempts = new RateLimiter(clock, PASSWORDS_PER_MINUTE);
  /** Wrong passwords are counted per link, and before the check, so that parallel attempts count as well. */
  const requirePassword = async (
    { id, passwordHash }: SharedReportRow,
    password: string | undefined,
  ): Promise<void> => {
    if (passwordHash === null) return;
    if (password === undefined) throw new ReelscopeError('password_required', sentence('share.password'));
    const waitSeconds = attempts.take(String(id));
    if (waitSeconds > 0) {
      throw new ReelscopeError('rate_limited', sentence('share.password-attempts', { seconds: waitSeconds }));
    }
    if (!(await isPassword(password, passwordHash))) {
      throw new ReelscopeError('password_required', sentence('share.password-wrong'));
    }
    attempts.refund(String(id));
  };

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

  /** Whether a link withholds the source file, which states where it was recorded, or may do so. */
  const isWithheld = ({ report, video }: { report: SharedReportRow; video: VideoRow }): boolean => {
    const info = video.media === null ? undefined : (JSON.parse(video.media) as MediaInfoWire);
    return report.includesRecording === 0 && mayRevealPlace(info?.recording);
  };

  const ensureFiles = (): void => {
    stories.ensureClips();
    copies.ensure();
  };

  return {
    open,

    /** Finds a file of a link whose video is blurred; null if it is not. @throws like `open` */
    blurredFile(hash: string, part: MediaPart): Promise<StoredObject | undefined> | null {
      const { report, video } = open(hash);
      return video && report.blur !== null ? copies.find(report, video, part) : null;
    },

    /** @throws ReelscopeError `not_found`, `share_expired` */
    withholdsSource(hash: string): boolean {
      const shared = open(hash);
      // The clips of a story have no metadata.
      return shared.video === undefined || isWithheld(shared);
    },

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
      const {
        video_id,
        story_id,
        expires_at,
        password,
        parts: shared,
        include_recording,
        include_people,
        blur,
      } = request;
      const expiresMs = parseExpiry(expires_at, clock);
      const { shareHash, sealedToken } = tokens.create();
      const of = async () => ({
        ...{ shareHash, sealedToken, expiresAt: expiresMs },
        passwordHash: password == null ? null : await hashPassword(password),
      });
      if (story_id !== undefined) {
        const row = requireFound(store.stories.get(userId, parseId(story_id, 'story')), 'story');
        if (blur) for (const { video, range } of stories.shownOf(row)) parts.checkBlur(video, blur, range);
        const chosen = SHARE_PARTS.filter((part) => shared?.includes(part) ?? true);
        const values = {
          ...{ ...(await of()), storyId: row.id, parts: JSON.stringify(chosen) },
          blur: blur ? JSON.stringify(blur) : null,
        };
        const report = store.reports.create(userId, values);
        stories.ensureClips();
        return view(report);
      }
      const video = requireFound(store.videos.find(userId, video_id ?? ''), 'video');
      if (blur) parts.checkBlur(video, blur);
      if (include_people) people.require(video);
      // The shared file must be the analyzed one. Without its file, the findings alone are shared.
      if (await source.find(video)) await source.open(video, { isWhole: true, waitMs: SHARE_WAIT_MS });
      // Whether the file states its place decides which file the link plays.
      await source.recording(video);
      const values = {
        ...(await of()),
        videoId: video.id,
        includesRecording: include_recording ? (1 as const) : (0 as const),
        includesPeople: include_people ? (1 as const) : (0 as const),
        blur: blur ? JSON.stringify(blur) : null,
      };
      const report = store.reports.create(userId, values);
      if (blur) {
        copies.ensure();
        return view(report);
      }
      // Start the proxy now, so that it is ready when the link is opened.
      await proxies.ensure(current(video), 'visitors');
      return view(report);
    },

    /** Finds a clip or picture of a shared story. @throws ReelscopeError `not_found`, `share_expired` */
    async storyFile(hash: string, part: SharedItemPart): Promise<StoredObject | undefined> {
      const shared = open(hash);
      return shared.story ? stories.file(shared.report, shared.story, part) : undefined;
    },

    /** Queues missing proxies of shared videos, and missing clips of shared stories. Viewers don't: what anyone with a link may start, anyone may repeat. */
    async prepareProxies(): Promise<void> {
      for (const video of store.reports.sharedVideos()) {
        await source.recording(video);
        await proxies.ensure(current(video), 'visitors');
      }
      ensureFiles();
    },

    /** Makes missing clips and copies of links, also those that failed, since what they need may be known now. */
    ensureFiles,

    /** Revokes a report permanently. @throws ReelscopeError `not_found` */
    revoke(userId: number, id: string): void {
      if (!store.reports.revoke(userId, parseId(id, 'shared-report'))) throw notFound('shared-report');
      ensureFiles();
    },

    /**
     * Returns the public view of a link. @throws ReelscopeError `not_found`, `share_expired`, `password_required`,
     * `rate_limited` after too many wrong passwords
     */
    async view(hash: string, origin: string, password?: string): Promise<PublicReport | PublicStory> {
      const { report, video, story } = open(hash);
      await requirePassword(report, password);
      recordOpening(report);
      if (story) return stories.view(hash, origin, report, story);
      const copy = report.blur === null ? undefined : await copies.state(report);
      const thumbnail = (copy ?? 'ready') === 'ready' && (await stills.thumbnail(video.jobId)) !== undefined;
      const { state } = await proxies.peek(video);
      const proxy = copy === undefined ? state === 'ready' : copy === 'ready';
      const hasSource = (await files.state(video)) === 'ok';
      const playback = links.playback(origin, { kind: 'share', hash }, { thumbnail, proxy }, report.expiresAt);
      const found = results.has(video) ? markPreviews(results.segments(video)).map(withoutName) : [];
      const ids = await citations.idsOf(video, found, 0);
      const cited = found.map((segment, i) => (ids[i] === undefined ? segment : { ...segment, citation: ids[i] }));
      const segments = withPeople(cited, report.includesPeople === 1 ? people.current(video) : []);
      const includesRecording = report.includesRecording === 1;
      const isSourceShown = copy === undefined ? hasSource && (proxy || !isWithheld({ report, video })) : proxy;
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
        modules: MODULE_NAMES.filter((name) => segments.some((segment) => segment.module === name)),
        segments,
        playback_url: isSourceShown ? playback.playback_url : null,
        playback_pending: copy === undefined ? state === 'waiting' || state === 'running' : copy === 'pending',
        thumbnail_url: playback.thumbnail_url,
        still_url: playback.still_url,
        expires_at: report.expiresAt === null ? null : formatTimestamp(report.expiresAt),
        created_at: formatTimestamp(report.createdAt),
        manifest: await manifests.of(video.userId, [video.jobId], {
          ...{ includesRecording, isPublic: true, hashWaitMs: 0 },
        }),
      };
      return { ...document, signature: signShared(key, document) };
    },
  };
}

/** A finding without the name of the user who added it. */
function withoutName(segment: Segment): Segment {
  if (segment.data?.added_by === undefined) return segment;
  const { added_by: _, ...data } = segment.data;
  return { ...segment, data };
}
