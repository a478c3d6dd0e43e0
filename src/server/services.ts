import type { Authenticator } from './auth/authenticator.ts';
import type { LocalIdentity } from './auth/local-identity.ts';
import type { JobEvents } from './events/job-events.ts';
import type { ChatAgent } from './services/chat/agent.ts';
import type { ChatSessions } from './services/chat/sessions.ts';
import type { DashboardService } from './services/dashboard.ts';
import type { EnterpriseService } from './services/enterprise.ts';
import type { KeysService } from './services/keys.ts';
import type { MediaFiles } from './services/media-files.ts';
import type { NotificationsService } from './services/notifications.ts';
import type { ProcessingService } from './services/processing.ts';
import type { ProfileService } from './services/profile.ts';
import type { ProjectsService } from './services/projects.ts';
import type { ReportsService } from './services/reports.ts';
import type { ResultsService } from './services/results.ts';
import type { SearchService } from './services/search/search-service.ts';
import type { SegmentsService } from './services/segments.ts';
import type { StorageService } from './services/storage.ts';
import type { UsageService } from './services/usage.ts';
import type { VideoMediaService } from './services/video-media.ts';
import type { VideosService } from './services/videos.ts';
import type { WindowFiles } from './services/window-files.ts';

/** Everything that routes may call. Built once, in start.ts. */
export interface Services {
  readonly version: string;
  readonly identity: LocalIdentity;
  readonly authenticator: Authenticator;
  readonly events: JobEvents;
  readonly keys: KeysService;
  readonly storage: StorageService;
  readonly mediaFiles: MediaFiles;
  readonly windowFiles: WindowFiles;
  readonly processing: ProcessingService;
  readonly videos: VideosService;
  readonly videoMedia: VideoMediaService;
  readonly results: ResultsService;
  readonly segments: SegmentsService;
  readonly search: SearchService;
  readonly chat: ChatSessions;
  readonly agent: ChatAgent;
  readonly reports: ReportsService;
  readonly usage: UsageService;
  readonly notifications: NotificationsService;
  readonly profile: ProfileService;
  readonly projects: ProjectsService;
  readonly dashboard: DashboardService;
  readonly enterprise: EnterpriseService;
}
