import { z } from 'zod';
import { lineOfText } from './text.ts';
import { Timestamp } from './video.ts';

/** Logos that one user may keep, and bytes that each picture may have when it is given. */
export const REFERENCE_LOGOS_MAX = 50;
export const REFERENCE_LOGO_BYTES_MAX = 5 * 1024 * 1024;
export const REFERENCE_LOGO_TYPES = ['image/png', 'image/jpeg', 'image/webp', 'image/svg+xml'] as const;

export const ReferenceLogoName = z.object({ name: lineOfText(80) });

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

/** Analysed videos whose brands are looked for anew, on the pictures that are kept of them. */
export const BrandsApplied = z
  .object({
    job_ids: z.array(z.string()).meta({ description: 'Put into the queue.' }),
    skipped: z.number().int().meta({ description: 'Analysed videos of which no picture is kept, or that are busy.' }),
  })
  .meta({ id: 'BrandsApplied' });
export type BrandsApplied = z.infer<typeof BrandsApplied>;
