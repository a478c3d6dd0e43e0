import { z } from 'zod';
import { singleLine } from './text.ts';
import { Timestamp } from './video.ts';

/** Logos that one user may keep, and bytes that each picture may have when it is given. */
export const MAX_REFERENCE_LOGOS = 50;
export const MAX_REFERENCE_LOGO_BYTES = 5 * 1024 * 1024;
export const REFERENCE_LOGO_TYPES = ['image/png', 'image/jpeg', 'image/webp', 'image/svg+xml'] as const;

export const ReferenceLogoName = z.object({ name: singleLine(80) });

/** A logo of the user's own, which `logos` looks for in pictures. */
export const ReferenceLogo = z
  .object({
    logo_id: z.string(),
    name: z.string(),
    width: z.number().int(),
    height: z.number().int(),
    created_at: Timestamp,
  })
  .meta({ id: 'ReferenceLogo' });
export type ReferenceLogo = z.infer<typeof ReferenceLogo>;

export const ReferenceLogoList = z.object({ logos: z.array(ReferenceLogo) }).meta({ id: 'ReferenceLogoList' });
export type ReferenceLogoList = z.infer<typeof ReferenceLogoList>;

/** Outcome of a brand rescan for one video. */
const BRAND_RESCAN_OUTCOMES = ['queued', 'busy', 'no_pictures', 'failed'] as const;

/** Rescan of the brands in analyzed videos, on their saved stills. */
export const BrandRescan = z
  .object({
    job_ids: z.array(z.string()).meta({ description: 'Queued videos.' }),
    skipped: z.number().int().meta({ description: 'Skipped videos; see `videos` for the reasons.' }),
    videos: z
      .array(
        z.object({
          job_id: z.string(),
          outcome: z.enum(BRAND_RESCAN_OUTCOMES).meta({
            description:
              '`busy`: queued or analyzing, with the brands from its start; `no_pictures`: no saved stills, such as for audio.',
          }),
          error: z.string().nullable().meta({ description: 'Reason that a video could not be queued.' }),
        }),
      )
      .meta({ description: 'Every video that is analyzed or about to be.' }),
  })
  .meta({ id: 'BrandsApplied' });
export type BrandRescan = z.infer<typeof BrandRescan>;

/** How far the last look for brands is. All zero when there was none since the server started. */
export const BrandRescanProgress = z
  .object({
    total: z.number().int().meta({ description: 'Queued videos that still exist.' }),
    left: z.number().int().meta({ description: 'Of these, not scanned yet.' }),
    failed: z.number().int().meta({ description: 'Of these, not completed, or canceled.' }),
    found: z.number().int().meta({ description: 'Of these, completed with at least one brand.' }),
  })
  .meta({ id: 'BrandsProgress' });
export type BrandRescanProgress = z.infer<typeof BrandRescanProgress>;
