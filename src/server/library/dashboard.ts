import type { Dashboard } from '../../contract/library/dashboard.ts';
import type { KeysService } from '../account/keys.ts';
import type { ProfileService } from '../account/profile.ts';
import type { UsageService } from '../account/usage.ts';
import type { ProjectsService } from './projects.ts';
import type { VideosService } from './videos.ts';

export type DashboardService = ReturnType<typeof createDashboardService>;

/** Data of the start page, in one response and at most 10 SQL statements. */
export function createDashboardService(parts: {
  profile: ProfileService;
  keys: KeysService;
  usage: UsageService;
  videos: VideosService;
  projects: ProjectsService;
}) {
  return {
    /** JSON of a {@link Dashboard}, in UTF-8 and parts: that of the videos is megabytes, and kept. */
    jsonParts(userId: number): Buffer[] {
      const rest: Omit<Dashboard, 'videos'> = {
        profile: parts.profile.get(userId),
        api_keys: parts.keys.list(userId),
        usage: parts.usage.summary(userId),
        projects: parts.projects.list(userId),
      };
      const start = `${JSON.stringify(rest).slice(0, -1)},"videos":`;
      return [Buffer.from(start), parts.videos.wholeJson(userId), Buffer.from('}')];
    },
  };
}
