import { z } from 'zod';
import { ApiKey } from './keys.ts';
import { Profile } from './profile.ts';
import { Project } from './projects.ts';
import { UsageSummary } from './usage.ts';
import { Video } from './video.ts';

export const Dashboard = z
  .object({
    profile: Profile,
    api_keys: z.array(ApiKey).describe('API keys.'),
    usage: UsageSummary,
    videos: z.array(Video).describe('Latest videos.'),
    projects: z.array(Project).describe('Projects.'),
  })
  .meta({ id: 'Dashboard' });
export type Dashboard = z.infer<typeof Dashboard>;
