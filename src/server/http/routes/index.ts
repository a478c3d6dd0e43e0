import { OpenAPIHono } from '@hono/zod-openapi';
import type { Hono, Schema } from 'hono';
import { invalidRequest } from '../../errors/error-response.ts';
import type { AppEnv } from '../context/app-env.ts';
import { aboutRoutes } from './about.ts';
import { agentsRoutes } from './account/agents.ts';
import { enterpriseRoutes } from './account/enterprise.ts';
import { keyRoutes } from './account/keys.ts';
import { profileRoutes } from './account/profile.ts';
import { settingsRoutes } from './account/settings.ts';
import { tokenRoutes } from './account/tokens.ts';
import { usageRoutes } from './account/usage.ts';
import { analysesRoutes } from './analysis/analyses.ts';
import { auditRoutes } from './analysis/audit.ts';
import { closerLooksRoutes } from './analysis/closer-looks.ts';
import { coverageRoutes } from './analysis/coverage.ts';
import { modelsRoutes } from './analysis/models.ts';
import { modulesRoutes } from './analysis/modules.ts';
import { peopleRoutes } from './analysis/people.ts';
import { processingRoutes } from './analysis/processing.ts';
import { queueRoutes } from './analysis/queue.ts';
import { referenceLogosRoutes } from './analysis/reference-logos.ts';
import { resultsRoutes } from './analysis/results.ts';
import { segmentsRoutes } from './analysis/segments.ts';
import { speakersRoutes } from './analysis/speakers.ts';
import { appearancesRoutes } from './appearances.ts';
import { chatRoutes } from './chat.ts';
import { checksRoutes } from './checks.ts';
import { healthRoutes } from './health.ts';
import { backupsRoutes } from './library/backups.ts';
import { bundlesRoutes } from './library/bundles.ts';
import { clipsRoutes } from './library/clips.ts';
import { dashboardRoutes } from './library/dashboard.ts';
import { eventGroupsRoutes } from './library/event-groups.ts';
import { libraryEventsRoutes } from './library/library-events.ts';
import { libraryStateRoutes } from './library/library-state.ts';
import { picturesRoutes } from './library/pictures.ts';
import { projectsRoutes } from './library/projects.ts';
import { proxiesRoutes } from './library/proxies.ts';
import { sourcesRoutes } from './library/sources.ts';
import { storageRoutes } from './library/storage.ts';
import { syncRoutes } from './library/sync.ts';
import { tagsRoutes } from './library/tags.ts';
import { trashRoutes } from './library/trash.ts';
import { videoFactsRoutes } from './library/video-facts.ts';
import { videoMediaRoutes } from './library/video-media.ts';
import { videosRoutes } from './library/videos.ts';
import { watchFoldersRoutes } from './library/watch-folders.ts';
import { momentsRoutes } from './moments.ts';
import { savedSearchesRoutes } from './saved-searches.ts';
import { searchRoutes } from './search.ts';
import { citationsRoutes } from './sharing/citations.ts';
import { commentsRoutes } from './sharing/comments.ts';
import { evidenceRoutes } from './sharing/evidence.ts';
import { notificationsRoutes } from './sharing/notifications.ts';
import { sharedReportsRoutes } from './sharing/reports.ts';
import { sharingRoutes } from './sharing/sharing.ts';
import { webhookRoutes } from './sharing/webhooks.ts';
import { storiesRoutes } from './stories.ts';
import { updatesRoutes } from './updates.ts';
import { visualRoutes } from './visual.ts';

/**
 * Typed as one schema: nothing reads the types of routes, and merging those of all took most of the type check's time.
 */
const ROUTES: readonly Hono<AppEnv, Schema>[] = [
  keyRoutes,
  storageRoutes,
  libraryStateRoutes,
  videoFactsRoutes,
  sourcesRoutes,
  backupsRoutes,
  bundlesRoutes,
  processingRoutes,
  queueRoutes,
  resultsRoutes,
  segmentsRoutes,
  speakersRoutes,
  peopleRoutes,
  momentsRoutes,
  tagsRoutes,
  storiesRoutes,
  searchRoutes,
  savedSearchesRoutes,
  modulesRoutes,
  modelsRoutes,
  picturesRoutes,
  videosRoutes,
  trashRoutes,
  watchFoldersRoutes,
  libraryEventsRoutes,
  auditRoutes,
  analysesRoutes,
  evidenceRoutes,
  citationsRoutes,
  checksRoutes,
  videoMediaRoutes,
  coverageRoutes,
  closerLooksRoutes,
  proxiesRoutes,
  clipsRoutes,
  syncRoutes,
  eventGroupsRoutes,
  sharedReportsRoutes,
  commentsRoutes,
  chatRoutes,
  dashboardRoutes,
  usageRoutes,
  notificationsRoutes,
  projectsRoutes,
  profileRoutes,
  settingsRoutes,
  agentsRoutes,
  referenceLogosRoutes,
  visualRoutes,
  appearancesRoutes,
  sharingRoutes,
  enterpriseRoutes,
  aboutRoutes,
  updatesRoutes,
  tokenRoutes,
  healthRoutes,
  webhookRoutes,
];

/** All routes under /api. */
export function createApi(): OpenAPIHono<AppEnv> {
  const api = new OpenAPIHono<AppEnv>({
    defaultHook: (result) => {
      if (!result.success) throw invalidRequest(result.error, result.target === 'json' ? 'body' : result.target);
    },
  });
  for (const routes of ROUTES) api.route('/', routes);
  return api;
}
