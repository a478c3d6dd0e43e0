import type { Clock } from '../../../base/time.ts';
import { formatTimestamp } from '../../../base/time.ts';
import { ReelscopeError } from '../../../contract/errors.ts';
import { UPLOAD_URL_SECONDS } from '../../../contract/library/storage.ts';
import type { ThumbnailUrls } from '../../../contract/library/thumbnails.ts';
import type { Playback } from '../../../contract/library/videos.ts';
import { sentence } from '../../../core/texts/sentence.ts';
import type { UrlSigner } from '../../../storage/url-signer.ts';

/** Lifetime of a playback URL in seconds. */
const PLAYBACK_SECONDS = 6 * 3600;

/** Wildcard for uploads of any media type. */
export const ANY_MEDIA_TYPE = '*/*';

/** Base path of thumbnails and stills of a user's videos. */
const LIBRARY_PATH = '/media/library/';

/** Target of a signed URL. */
export type MediaOwner =
  | { kind: 'video'; jobId: string; userId: number }
  | { kind: 'library'; jobId: string; userId: number }
  | { kind: 'share'; hash: string };

/** Parts of a shared video with a signature of their own: a link to the copy must not open the original. */
export type SharePart = 'source' | 'proxy' | 'pictures' | 'clips';

/** Unverified query of a signed URL. */
export type SignedQuery = Readonly<Record<string, string | undefined>>;

export type Links = ReturnType<typeof createLinks>;

/** Creates and verifies signed URLs of uploads, videos and stills. */
export function createLinks(signer: UrlSigner, clock: Clock) {
  const inSeconds = (seconds: number) => Math.floor(clock.now() / 1000) + seconds;

  /** When playback ends, in seconds: after some hours, at the latest at `untilMs`. */
  const playbackEnd = (untilMs: number | null | undefined): number => {
    const last = inSeconds(PLAYBACK_SECONDS);
    return untilMs == null ? last : Math.min(last, Math.ceil(untilMs / 1000));
  };

  return {
    /** Expiry of an upload URL created now, in epoch milliseconds. */
    uploadEndsMs: (): number => inSeconds(UPLOAD_URL_SECONDS) * 1000,

    /** @param storagePath `users/<user id>/<name>` */
    uploadUrl(origin: string, userId: number, storagePath: string, contentType: string): string {
      const path = `/uploads/${storagePath}`;
      const expires = inSeconds(UPLOAD_URL_SECONDS);
      const signature = signer.sign({ method: 'PUT', path, contentType, user: String(userId), expires });
      const query = new URLSearchParams({
        content_type: contentType,
        user: String(userId),
        expires: String(expires),
        signature,
      });
      return `${origin}${path.split('/').map(encodeURIComponent).join('/')}?${query}`;
    },

    /**
     * Verifies an upload request. @param path decoded path of the request
     * @throws ReelscopeError `forbidden`
     */
    checkUpload(path: string, query: SignedQuery, contentType: string | undefined): { userId: number } {
      const expected = query['content_type'] ?? '';
      const user = query['user'] ?? '';
      check(
        signer,
        clock,
        { method: 'PUT', path, contentType: expected, user, expires: Number(query['expires']) },
        query,
      );
      if (expected !== ANY_MEDIA_TYPE && normalize(contentType ?? '') !== normalize(expected)) {
        throw new ReelscopeError('forbidden', sentence('url.content-type', { type: expected }));
      }
      return { userId: Number(user) };
    },

    /** Creates playback URLs that expire after some hours, at the latest at `untilMs`. */
    playback(
      origin: string,
      owner: MediaOwner,
      has: { thumbnail: boolean; proxy?: boolean },
      untilMs?: number | null,
    ): Playback {
      const expires = playbackEnd(untilMs);
      const query = (part: SharePart) => queryOf(signer, signedPath(owner, part), userOf(owner), expires);
      const base = `${origin}${pathOf(owner)}`;
      const playable = has.proxy ? 'proxy' : 'source';
      const pictures = query('pictures');
      return {
        playback_url: `${base}${playable}${query(playable)}`,
        thumbnail_url: has.thumbnail ? `${base}thumbnail${pictures}` : null,
        still_url: `${base}stills/{ms}.jpg${pictures}`,
        expires_at: formatTimestamp(expires * 1000),
      };
    },

    /**
     * Creates URLs for the clips and pictures of a shared story, by item, that expire like those of {@link playback}.
     */
    shareItems(origin: string, hash: string, untilMs: number | null) {
      const owner = { kind: 'share', hash } as const;
      const query = (part: SharePart) => queryOf(signer, signedPath(owner, part), '', playbackEnd(untilMs));
      const [clips, pictures] = [query('clips'), query('pictures')];
      return {
        clip: (itemId: number) => `${origin}${pathOf(owner)}clips/${itemId}.mp4${clips}`,
        picture: (itemId: number) => `${origin}${pathOf(owner)}pictures/${itemId}.jpg${pictures}`,
      };
    },

    /** Creates URLs for the thumbnails and stills of all videos of a user. */
    pictures(origin: string, userId: number): ThumbnailUrls {
      const expires = inSeconds(PLAYBACK_SECONDS);
      const query = queryOf(signer, LIBRARY_PATH, String(userId), expires);
      const base = `${origin}${LIBRARY_PATH}{job_id}/`;
      return {
        thumbnail_url: `${base}thumbnail${query}`,
        still_url: `${base}stills/{ms}.jpg${query}`,
        expires_at: formatTimestamp(expires * 1000),
      };
    },

    /** @throws ReelscopeError `forbidden` */
    checkMedia(owner: MediaOwner, part: SharePart, query: SignedQuery): void {
      const path = signedPath(owner, part);
      const claims = { method: 'GET' as const, path, contentType: '', user: userOf(owner) };
      check(signer, clock, { ...claims, expires: Number(query['expires']) }, query);
    },
  };
}

/** Query of a URL that covers a path until `expires`, in seconds. */
function queryOf(signer: UrlSigner, path: string, user: string, expires: number): string {
  const signature = signer.sign({ method: 'GET', path, contentType: '', user, expires });
  return `?${new URLSearchParams({ ...(user && { user }), expires: String(expires), signature })}`;
}

/** @throws ReelscopeError `forbidden` for an expired or modified URL */
function check(signer: UrlSigner, clock: Clock, claims: Parameters<UrlSigner['verify']>[0], query: SignedQuery): void {
  if (!Number.isSafeInteger(claims.expires) || !signer.verify(claims, query['signature'] ?? '')) {
    throw new ReelscopeError('forbidden', sentence('url.signature'));
  }
  if (claims.expires * 1000 <= clock.now()) throw new ReelscopeError('forbidden', sentence('url.expired'));
}

function normalize(mediaType: string): string {
  return mediaType.toLowerCase().replace(/\s/g, '');
}

/**
 * Path that a signature covers: the images of a user's whole library, all parts of an own video, one part of a shared
 * one.
 */
function signedPath(owner: MediaOwner, part: SharePart): string {
  return owner.kind === 'share' ? `${pathOf(owner)}${part}` : pathOf(owner);
}

function pathOf(owner: MediaOwner): string {
  if (owner.kind === 'video') return `/media/videos/${owner.jobId}/`;
  return owner.kind === 'library' ? LIBRARY_PATH : `/media/shares/${owner.hash}/`;
}

function userOf(owner: MediaOwner): string {
  return owner.kind === 'share' ? '' : String(owner.userId);
}
