import type { Readable } from 'node:stream';
import type { Store } from '../../../db/index.ts';
import type { VideoRow } from '../../../db/schema.ts';
import { mediaTypeOf } from '../../../storage/media-types.ts';
import type { ObjectStore, StoredObject } from '../../../storage/object-store.ts';
import { notFound, requireFound } from '../../errors/lookup.ts';
import type { StillFiles } from '../stills.ts';
import type { Thumbnails } from '../thumbnails.ts';
import type { Links, MediaOwner, SharePart, SignedQuery } from './links.ts';
import type { SourceService } from './sources.ts';

export type MediaFiles = ReturnType<typeof createMediaFiles>;

/** Requested file of a video. */
export type MediaPart =
  | { kind: 'source' }
  /** The playable copy of the source. */
  | { kind: 'proxy' }
  | { kind: 'thumbnail' }
  | { kind: 'still'; timeMs: number; nearest: boolean }
  | SharedItemPart;

/** File of an item of a shared story. */
export interface SharedItemPart {
  kind: 'clip' | 'picture';
  itemId: number;
}

export interface MediaFile {
  object: StoredObject;
  mediaType: string;
  read(range?: { start: number; end: number }): Promise<Readable>;
}

/** Resolves signed URLs to files. */
export function createMediaFiles(parts: {
  store: Store;
  objects: ObjectStore;
  links: Links;
  source: SourceService;
  thumbnails: Thumbnails;
  stills: StillFiles;
  /** Opens what is behind a share link. @throws ReelscopeError `not_found`, `share_expired` */
  reports: {
    open(hash: string): { video?: VideoRow | undefined };
    /** Whether the link withholds the source file, which may state where it was recorded. */
    withholdsSource(hash: string): boolean;
    /** Finds a file of a link whose video is blurred; null if it is not. @throws like `open` */
    blurredFile(hash: string, part: MediaPart): Promise<StoredObject | undefined> | null;
    /** Finds a file of a shared story. @throws like `open` */
    storyFile(hash: string, part: SharedItemPart): Promise<StoredObject | undefined>;
  };
  proxies: { find(video: VideoRow, audience: 'owner' | 'visitors'): Promise<StoredObject | undefined> };
}) {
  const { store, objects, links, source, thumbnails, stills, reports, proxies } = parts;
  /** Videos, with their state, whose thumbnail can't be created. */
  const tried = new Set<string>();

  /** The trash shows thumbnails, but plays nothing. */
  const find = ({ kind }: MediaOwner) => (kind === 'library' ? store.videos.getAny : store.videos.get);

  /**
   * Resolves the video of a URL. A revoked or expired share link blocks access immediately, even if the signature is
   * still valid.
   */
  const videoOf = (owner: MediaOwner): VideoRow =>
    owner.kind === 'share'
      ? requireFound(reports.open(owner.hash).video, 'file')
      : requireFound(find(owner)(owner.userId, owner.jobId), 'video');

  /** A changed file is not played, nor the copy of the former one; the copy of a missing file is. */
  const playable = async (
    owner: MediaOwner,
    video: VideoRow,
    kind: 'source' | 'proxy',
  ): Promise<StoredObject | undefined> => {
    const present = (await source.find(video)) && (await source.open(video));
    if (kind === 'proxy') return proxies.find(video, owner.kind === 'share' ? 'visitors' : 'owner');
    return owner.kind === 'share' && reports.withholdsSource(owner.hash) ? undefined : present;
  };

  /** Creates a lost thumbnail again; a shared report starts no work. */
  const thumbnailOf = async (video: VideoRow, owner: MediaOwner): Promise<StoredObject | undefined> => {
    const found = await stills.thumbnail(video.jobId);
    const state = `${video.jobId} ${video.updatedAt}`;
    if (found || owner.kind === 'share' || video.status === 'processing' || tried.has(state)) return found;
    await thumbnails.ensure(video);
    const made = await stills.thumbnail(video.jobId);
    if (!made) tried.add(state);
    return made;
  };

  const objectOf = (
    owner: MediaOwner,
    video: VideoRow,
    part: Exclude<MediaPart, SharedItemPart>,
  ): Promise<StoredObject | undefined> => {
    const blurred = owner.kind === 'share' ? reports.blurredFile(owner.hash, part) : null;
    if (blurred) return blurred;
    if (part.kind === 'source' || part.kind === 'proxy') return playable(owner, video, part.kind);
    if (part.kind === 'thumbnail') return thumbnailOf(video, owner);
    return part.nearest ? stills.nearest(video.jobId, part.timeMs) : stills.still(video.jobId, part.timeMs);
  };

  return {
    /**
     * @throws ReelscopeError `forbidden` (modified or expired URL), `not_found`, `share_expired`, `source_changed`,
     * `not_ready`
     */
    async open(owner: MediaOwner, part: MediaPart, query: SignedQuery): Promise<MediaFile> {
      links.checkMedia(owner, signedPartOf(part), query);
      if (owner.kind === 'library' && (part.kind === 'source' || part.kind === 'proxy')) throw notFound('file');
      const isOfStory = part.kind === 'clip' || part.kind === 'picture';
      if (isOfStory && owner.kind !== 'share') throw notFound('file');
      const object =
        isOfStory && owner.kind === 'share'
          ? await reports.storyFile(owner.hash, part)
          : await objectOf(owner, videoOf(owner), part as Exclude<MediaPart, SharedItemPart>);
      if (!object) throw notFound('file');
      return { object, mediaType: mediaTypeOf(object.file), read: (range) => objects.read(object, range) };
    },
  };
}

/** The part of a shared report that a signature covers. */
function signedPartOf({ kind }: MediaPart): SharePart {
  if (kind === 'source' || kind === 'proxy') return kind;
  return kind === 'clip' ? 'clips' : 'pictures';
}
