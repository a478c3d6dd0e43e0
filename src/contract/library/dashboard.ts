import { z } from 'zod';
import { ApiKey } from '../account/keys.ts';
import { Profile } from '../account/profile.ts';
import { UsageSummary } from '../account/usage.ts';
import { Project } from './projects.ts';
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
