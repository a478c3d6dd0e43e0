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

/** What became of one analysed video when brands were to be looked for anew. */
const BRAND_RESCAN_OUTCOMES = ['queued', 'busy', 'no_pictures', 'failed'] as const;

/** Analysed videos whose brands are looked for anew, on the pictures that are kept of them. */
export const BrandRescan = z
  .object({
    job_ids: z.array(z.string()).meta({ description: 'Put into the queue.' }),
    skipped: z.number().int().meta({ description: 'Videos that were left out; `videos` says why.' }),
    videos: z
      .array(
        z.object({
          job_id: z.string(),
          outcome: z.enum(BRAND_RESCAN_OUTCOMES).meta({
            description:
              '`busy`: queued or being analysed, with the brands of when that began; `no_pictures`: none are kept of it, as of sound.',
          }),
          error: z.string().nullable().meta({ description: 'Why a video could not be queued.' }),
        }),
      )
      .meta({ description: 'Every video that has been analysed or is about to be.' }),
  })
  .meta({ id: 'BrandsApplied' });
export type BrandRescan = z.infer<typeof BrandRescan>;

/** How far the last look for brands is. All zero when there was none since the server started. */
export const BrandRescanProgress = z
  .object({
    total: z.number().int().meta({ description: 'Videos that were put into the queue and still exist.' }),
    left: z.number().int().meta({ description: 'Of these, not looked at yet.' }),
    failed: z.number().int().meta({ description: 'Of these, not looked at to the end, or cancelled.' }),
    found: z.number().int().meta({ description: 'Of these, looked at and showing any brand.' }),
  })
  .meta({ id: 'BrandsProgress' });
export type BrandRescanProgress = z.infer<typeof BrandRescanProgress>;
