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
  /**
   * The last one of each user: it is mostly the same, and megabytes that are thrown away each time stop the server to
   * collect them.
   */
  const last = new Map<number, { start: string; videos: Buffer; json: Buffer }>();

  return {
    /** JSON of a {@link Dashboard}, in UTF-8. */
    getJson(userId: number): Buffer {
      const rest: Omit<Dashboard, 'videos'> = {
        profile: parts.profile.get(userId),
        api_keys: parts.keys.list(userId),
        usage: parts.usage.summary(userId),
        projects: parts.projects.list(userId),
      };
      const start = `${JSON.stringify(rest).slice(0, -1)},"videos":`;
      const videos = parts.videos.wholeJson(userId);
      const before = last.get(userId);
      if (before?.start === start && before.videos === videos) return before.json;
      const json = Buffer.concat([Buffer.from(start), videos, Buffer.from('}')]);
      last.set(userId, { start, videos, json });
      return json;
    },
  };
}
