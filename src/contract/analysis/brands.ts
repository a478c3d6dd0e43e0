import { z } from 'zod';
import { Timestamp } from '../library/video.ts';
import { MessageRef } from '../message.ts';
import { singleLine } from '../text.ts';

/** Maximum number of reference logos of a user, and maximum size of an uploaded logo image in bytes. */
export const MAX_REFERENCE_LOGOS = 50;
export const MAX_REFERENCE_LOGO_BYTES = 5 * 1024 * 1024;
export const REFERENCE_LOGO_TYPES = ['image/png', 'image/jpeg', 'image/webp', 'image/svg+xml'] as const;

export const ReferenceLogoName = z.object({ name: singleLine(80).describe('Name of the logo.') });

/** A reference logo, which the module `logos` searches for in stills. */
export const ReferenceLogo = z
  .object({
    logo_id: z.string().describe('ID of the reference logo.'),
    name: z.string().describe('Name of the logo.'),
    width: z.number().int().describe('Pixels.'),
    height: z.number().int().describe('Pixels.'),
    created_at: Timestamp,
  })
  .meta({ id: 'ReferenceLogo' });
export type ReferenceLogo = z.infer<typeof ReferenceLogo>;

export const ReferenceLogoList = z
  .object({ logos: z.array(ReferenceLogo).describe('Reference logos.') })
  .meta({ id: 'ReferenceLogoList' });
export type ReferenceLogoList = z.infer<typeof ReferenceLogoList>;

/** Outcome of requesting a brand rescan of one video. */
const BRAND_RESCAN_OUTCOMES = ['queued', 'busy', 'no_pictures', 'failed'] as const;

/** Result of starting a rescan of all analyzed videos for brands, based on their saved stills. */
export const BrandRescan = z
  .object({
    job_ids: z.array(z.string()).meta({ description: 'Queued videos.' }),
    skipped: z.number().int().meta({ description: 'Skipped videos; see `videos` for the reasons.' }),
    videos: z
      .array(
        z.object({
          job_id: z.string().describe('ID of the video, and of its job.'),
          outcome: z.enum(BRAND_RESCAN_OUTCOMES).meta({
            description:
              '`busy`: already queued or processing, with the brands at the time it started; `no_pictures`: no saved stills, such as an audio file.',
          }),
          error: z.string().nullable().meta({ description: 'Why the video could not be queued.' }),
          error_text: MessageRef.nullable().meta({ description: '`error` by key (extension); null without.' }),
        }),
      )
      .meta({ description: 'All videos that are analyzed, queued, or processing.' }),
  })
  .meta({ id: 'BrandsApplied' });
export type BrandRescan = z.infer<typeof BrandRescan>;

/** Progress of the last brand rescan. All zero if there was none since the server started. */
export const BrandRescanProgress = z
  .object({
    total: z.number().int().meta({ description: 'Queued videos that still exist.' }),
    left: z.number().int().meta({ description: 'Of these, not scanned yet.' }),
    failed: z.number().int().meta({ description: 'Of these, not completed, or canceled.' }),
    found: z.number().int().meta({ description: 'Of these, completed with at least one brand.' }),
  })
  .meta({ id: 'BrandsProgress' });
export type BrandRescanProgress = z.infer<typeof BrandRescanProgress>;
