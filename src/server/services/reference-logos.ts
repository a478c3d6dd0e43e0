import { formatTimestamp } from '../../base/time.ts';
import {
  type BrandsApplied,
  REFERENCE_LOGOS_MAX,
  type ReferenceLogo,
  type ReferenceLogoList,
} from '../../contract/brands.ts';
import { ReelscopeError } from '../../contract/errors.ts';
import type { Store } from '../../db/index.ts';
import type { ReferenceLogoRow } from '../../db/schema.ts';
import type { JobService, MediaService } from '../jobs/types.ts';
import { found } from './wire.ts';

export type ReferenceLogosService = ReturnType<typeof createReferenceLogosService>;

/** Pictures of a user's own logos, and looking for them in what was analysed before. */
export function createReferenceLogosService(parts: { store: Store; media: MediaService; jobs: JobService }) {
  const { store, media, jobs } = parts;
  const refuseMore = (userId: number): void => {
    if (store.referenceLogos.list(userId).length >= REFERENCE_LOGOS_MAX) {
      throw new ReelscopeError('conflict', `At most ${REFERENCE_LOGOS_MAX} logos can be kept. Delete one first.`);
    }
  };
  return {
    list: (userId: number): ReferenceLogoList => ({ logos: store.referenceLogos.list(userId).map(toWire) }),

    /** @throws ReelscopeError `invalid_request`, `unsupported_media_type`, `conflict` (too many) */
    async add(userId: number, name: string, bytes: Uint8Array<ArrayBuffer>): Promise<ReferenceLogo> {
      refuseMore(userId);
      const kept = await media.logo(bytes);
      refuseMore(userId);
      return toWire(store.referenceLogos.add(userId, { name, ...kept }));
    },

    /** PNG bytes. @throws ReelscopeError `not_found` */
    picture: (userId: number, logoId: string): Uint8Array<ArrayBuffer> =>
      new Uint8Array(found(store.referenceLogos.get(userId, logoId), 'logo').picture),

    /** @throws ReelscopeError `not_found` */
    delete(userId: number, logoId: string): void {
      if (!store.referenceLogos.delete(userId, logoId)) throw new ReelscopeError('not_found', 'There is no such logo.');
    },

    /** Looks for brands anew in every completed video of the user, on the stills that are kept; costs no minutes. */
    async apply(userId: number): Promise<BrandsApplied> {
      const completed = store.videos.list(userId).filter((video) => video.status === 'completed');
      const job_ids: string[] = [];
      for (const { jobId } of completed) {
        const facts = store.videos.get(userId, jobId)?.media;
        if (facts == null || store.stills.list(userId, jobId).length === 0) continue;
        await jobs.start(userId, jobId, { modules: ['logos'], action: 'process', source: 'stills' });
        job_ids.push(jobId);
      }
      return { job_ids, skipped: completed.length - job_ids.length };
    },
  };
}

function toWire({ logoId, name, width, height, createdAt }: ReferenceLogoRow): ReferenceLogo {
  return { logo_id: logoId, name, width, height, created_at: formatTimestamp(createdAt) };
}
