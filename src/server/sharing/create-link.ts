import type { Clock } from '../../base/time.ts';
import type { Blur } from '../../contract/library/blur.ts';
import { SHARE_PARTS } from '../../contract/sharing/share-parts.ts';
import type { CreateSharedReportRequest } from '../../contract/sharing/shared-reports.ts';
import type { Store } from '../../db/index.ts';
import type { Flag, SharedReportRow, VideoRow } from '../../db/schema.ts';
import { parseExpiry } from '../errors/expiry.ts';
import { parseId, requireFound } from '../errors/lookup.ts';
import type { SourceService } from '../library/files/sources.ts';
import type { PeopleChoice } from '../people/choice.ts';
import type { ProxyService } from '../proxies/proxy-service.ts';
import type { BlurredCopies } from './blurred-copies.ts';
import { hashPassword } from './passwords.ts';
import type { ShareTokens } from './share-tokens.ts';
import type { SharedStories } from './shared-stories.ts';

/** Time that a new link waits for the check of its file, in milliseconds. */
const SHARE_WAIT_MS = 30_000;

export interface LinkParts {
  store: Store;
  source: SourceService;
  proxies: ProxyService;
  clock: Clock;
  tokens: ShareTokens;
  stories: SharedStories;
  copies: BlurredCopies;
  people: Pick<PeopleChoice, 'require'>;
  /** @throws ReelscopeError `not_ready` if the faces of the video are not known, `not_found` for an unknown person */
  checkBlur(video: VideoRow, blur: Blur, range?: { start: number; end: number }): void;
}

type NewLink = Awaited<ReturnType<typeof newLink>>;

/**
 * Creates a link to a video or a story, and starts making its files.
 * @throws ReelscopeError `not_found`, `invalid_request` (expiry in the past), `source_changed`, `not_ready`,
 *   `people_off`
 */
export async function createLink(
  parts: LinkParts,
  userId: number,
  request: CreateSharedReportRequest,
): Promise<SharedReportRow> {
  const { store, stories } = parts;
  const { story_id, parts: chosen, blur } = request;
  const link = await newLink(parts, request);
  if (story_id === undefined) return shareVideo(parts, userId, request, link);
  const row = requireFound(store.stories.get(userId, parseId(story_id, 'story')), 'story');
  if (blur) for (const { video, range } of stories.shownOf(row)) parts.checkBlur(video, blur, range);
  const shared = SHARE_PARTS.filter((part) => chosen.includes(part));
  const report = store.reports.create(userId, { ...link, storyId: row.id, parts: JSON.stringify(shared) });
  stories.ensureClips();
  return report;
}

/** Queues a missing proxy of a video as it is now: its recording details may just have been read. */
export async function ensureProxy({ store, proxies }: LinkParts, video: VideoRow): Promise<void> {
  await proxies.ensure(store.videos.get(video.userId, video.jobId) ?? video, 'visitors');
}

/** Fields of links to videos and stories alike. @throws ReelscopeError `invalid_request` (expiry in the past) */
async function newLink({ tokens, clock }: LinkParts, request: CreateSharedReportRequest) {
  const { expires_at, password, allow_comments, blur } = request;
  const expiresAt = parseExpiry(expires_at, clock);
  const { shareHash, sealedToken } = tokens.create();
  const passwordHash = password == null ? null : await hashPassword(password);
  const allowsComments: Flag = allow_comments ? 1 : 0;
  return { shareHash, sealedToken, expiresAt, passwordHash, allowsComments, blur: blur ? JSON.stringify(blur) : null };
}

async function shareVideo(
  parts: LinkParts,
  userId: number,
  request: CreateSharedReportRequest,
  link: NewLink,
): Promise<SharedReportRow> {
  const { store, source, people, copies } = parts;
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
  else await ensureProxy(parts, video);
  return report;
}
