import type { Readable } from 'node:stream';
import type { Store } from '../../db/index.ts';
import type { VideoRow } from '../../db/schema.ts';
import { mediaTypeOf } from '../../storage/media-types.ts';
import type { ObjectStore, StoredObject } from '../../storage/object-store.ts';
import { notFound, requireFound } from '../errors/lookup.ts';
import type { Links, MediaOwner, SignedQuery } from './links.ts';
import type { SourceService } from './sources.ts';
import type { StillFiles } from './stills.ts';

export type MediaFiles = ReturnType<typeof createMediaFiles>;

/** Requested file of a video. */
export type MediaPart =
  | { kind: 'source' }
  /** The playable copy of the source. */
  | { kind: 'proxy' }
  | { kind: 'thumbnail' }
  | { kind: 'still'; timeMs: number; nearest: boolean };

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
  stills: StillFiles;
  /** Opens the video behind a share link. @throws ReelscopeError `not_found`, `share_expired` */
  reports: { open(hash: string): { video: VideoRow } };
  proxies: { find(video: VideoRow): Promise<StoredObject | undefined> };
}) {
  const { store, objects, links, source, stills, reports, proxies } = parts;

  /** Resolves the video of a URL. A revoked or expired share link blocks access immediately, even if the signature is still valid. */
  const videoOf = (owner: MediaOwner): VideoRow =>
    owner.kind === 'share'
      ? reports.open(owner.hash).video
      : requireFound(store.videos.get(owner.userId, owner.jobId), 'video');

  const objectOf = (video: VideoRow, part: MediaPart): Promise<StoredObject | undefined> => {
    if (part.kind === 'source') return source.find(video);
    if (part.kind === 'proxy') return proxies.find(video);
    if (part.kind === 'thumbnail') return stills.thumbnail(video.jobId);
    return part.nearest ? stills.nearest(video.jobId, part.timeMs) : stills.still(video.jobId, part.timeMs);
  };

  return {
    /** @throws ReelscopeError `forbidden` (modified or expired URL), `not_found`, `share_expired` */
    async open(owner: MediaOwner, part: MediaPart, query: SignedQuery): Promise<MediaFile> {
      links.checkMedia(owner, part.kind === 'source' || part.kind === 'proxy' ? part.kind : 'pictures', query);
      if (owner.kind === 'library' && (part.kind === 'source' || part.kind === 'proxy')) throw notFound('file');
      const object = await objectOf(videoOf(owner), part);
      if (!object) throw notFound('file');
      return { object, mediaType: mediaTypeOf(object.file), read: (range) => objects.read(object, range) };
    },
  };
}
