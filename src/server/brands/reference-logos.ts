import { MAX_REFERENCE_LOGOS, type ReferenceLogo, type ReferenceLogoList } from '../../contract/analysis/brands.ts';
import { ReelscopeError } from '../../contract/errors.ts';
import { sentence } from '../../core/texts/sentence.ts';
import type { Store } from '../../db/index.ts';
import { requireFound } from '../errors/lookup.ts';
import type { MediaService } from '../workers/types.ts';
import { toReferenceLogo } from './reference-logo-mapper.ts';

export type ReferenceLogosService = ReturnType<typeof createReferenceLogosService>;

/** Manages the reference logos of a user. */
export function createReferenceLogosService({ store, media }: { store: Store; media: MediaService }) {
  const refuseMore = (userId: number): void => {
    if (store.referenceLogos.list(userId).length >= MAX_REFERENCE_LOGOS) {
      throw new ReelscopeError('conflict', sentence('logo.too-many', { count: MAX_REFERENCE_LOGOS }));
    }
  };
  return {
    list: (userId: number): ReferenceLogoList => ({ logos: store.referenceLogos.list(userId).map(toReferenceLogo) }),

    /** @throws ReelscopeError `invalid_request`, `unsupported_media_type`, `conflict` (too many) */
    async add(userId: number, name: string, bytes: Uint8Array<ArrayBuffer>): Promise<ReferenceLogo> {
      refuseMore(userId);
      const kept = await media.logo(bytes);
      refuseMore(userId);
      return toReferenceLogo(store.referenceLogos.add(userId, { name, ...kept }));
    },

    /** PNG bytes. @throws ReelscopeError `not_found` */
    picture: (userId: number, logoId: string): Uint8Array<ArrayBuffer> =>
      new Uint8Array(requireFound(store.referenceLogos.get(userId, logoId), 'logo').picture),

    /** @throws ReelscopeError `not_found` */
    rename: (userId: number, logoId: string, name: string): ReferenceLogo =>
      toReferenceLogo(requireFound(store.referenceLogos.rename(userId, logoId, name), 'logo')),

    /** @throws ReelscopeError `not_found` */
    delete(userId: number, logoId: string): void {
      if (!store.referenceLogos.delete(userId, logoId))
        throw new ReelscopeError('not_found', sentence('not-found.reference-logo'));
    },
  };
}
