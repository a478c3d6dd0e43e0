import { z } from 'zod';
import { isVersion } from '../../base/version.ts';
import { Timestamp } from '../library/video.ts';

/** URL of a page that a browser may open; other schemes could start programs. */
const PageUrl = z.url({ protocol: /^https?$/ }).max(2000);

/** Static file that names the newest version. Releases contain it (build/version-file.ts). */
export const VersionFile = z.object({
  version: z.string().max(100).refine(isVersion),
  // A wrong address is no reason to hide the version.
  page: PageUrl.nullish().catch(null),
});
export type VersionFile = z.infer<typeof VersionFile>;

/** Whether and how this installation looks for new versions, and what it found. */
export const Updates = z
  .object({
    enabled: z.boolean().meta({ description: 'Whether to check once a day; false by default.' }),
    host: z.string().nullable().meta({ description: 'Server that is asked; null if this build knows none.' }),
    checked_at: Timestamp.nullable().meta({ description: 'Time of the last check; null before the first.' }),
    failure: z
      .enum(['offline', 'unreachable', 'invalid'])
      .nullable()
      .meta({ description: 'Reason why the last check failed: offline mode, no answer, or not a version file.' }),
    available: z
      .object({
        version: z.string().describe('The newer version.'),
        page: PageUrl.nullable().describe('URL of the release notes; null for none.'),
      })
      .nullable()
      .meta({ description: 'Newer version than this one, and its web page; null if none is known.' }),
  })
  .meta({ id: 'Updates' });
export type Updates = z.infer<typeof Updates>;

export const UpdateUpdatesRequest = z
  .strictObject({ enabled: z.boolean().describe('Whether Reelscope looks for new versions.') })
  .meta({ id: 'UpdateUpdatesRequest' });
export type UpdateUpdatesRequest = z.infer<typeof UpdateUpdatesRequest>;
