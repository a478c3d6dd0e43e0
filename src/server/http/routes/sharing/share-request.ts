import { z } from 'zod';
import { SHARE_PASSWORD_HEADER } from '../../../../contract/sharing/share-parts.ts';

/** Parts of requests with a share link. */

export const ShareParam = z.object({ share_hash: z.string().describe('Unguessable part of the link.') });

export const ShareHeaders = z.object({
  [SHARE_PASSWORD_HEADER.toLowerCase()]: z
    .string()
    .optional()
    .meta({ description: 'Percent-encoded as UTF-8; of a link with a password.' }),
});
