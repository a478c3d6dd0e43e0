import { z } from 'zod';
import { ApiKey } from './keys.ts';
import { Profile } from './profile.ts';
import { Project } from './projects.ts';
import { UsageSummary } from './usage.ts';
import { Video } from './video.ts';

export const Dashboard = z
  .object({
    profile: Profile,
    api_keys: z.array(ApiKey),
    usage: UsageSummary,
    videos: z.array(Video),
    projects: z.array(Project),
  })
  .meta({ id: 'Dashboard' });
export type Dashboard = z.infer<typeof Dashboard>;
