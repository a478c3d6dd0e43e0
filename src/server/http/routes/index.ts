import { OpenAPIHono } from '@hono/zod-openapi';
import type { Hono, Schema } from 'hono';
import { invalidRequest } from '../../errors/error-response.ts';
import type { AppEnv } from '../context/app-env.ts';
import { aboutRoutes } from './about.ts';
import { agentsRoutes } from './agents.ts';
import { analysesRoutes } from './analyses.ts';
import { appearancesRoutes } from './appearances.ts';
import { auditRoutes } from './audit.ts';
import { backupsRoutes } from './backups.ts';
import { bundlesRoutes } from './bundles.ts';
import { chatRoutes } from './chat.ts';
import { citationsRoutes } from './citations.ts';
import { clipsRoutes } from './clips.ts';
import { dashboardRoutes } from './dashboard.ts';
import { enterpriseRoutes } from './enterprise.ts';
import { evidenceRoutes } from './evidence.ts';
import { healthRoutes } from './health.ts';
import { keyRoutes } from './keys.ts';
import { libraryEventsRoutes } from './library-events.ts';
import { libraryStateRoutes } from './library-state.ts';
import { modelsRoutes } from './models.ts';
import { modulesRoutes } from './modules.ts';
import { momentsRoutes } from './moments.ts';
import { notificationsRoutes } from './notifications.ts';
import { peopleRoutes } from './people.ts';
import { picturesRoutes } from './pictures.ts';
import { processingRoutes } from './processing.ts';
import { profileRoutes } from './profile.ts';
import { projectsRoutes } from './projects.ts';
import { proxiesRoutes } from './proxies.ts';
import { queueRoutes } from './queue.ts';
import { referenceLogosRoutes } from './reference-logos.ts';
import { sharedReportsRoutes } from './reports.ts';
import { resultsRoutes } from './results.ts';
import { savedSearchesRoutes } from './saved-searches.ts';
import { searchRoutes } from './search.ts';
import { segmentsRoutes } from './segments.ts';
import { settingsRoutes } from './settings.ts';
import { sharingRoutes } from './sharing.ts';
import { sourcesRoutes } from './sources.ts';
import { speakersRoutes } from './speakers.ts';
import { storageRoutes } from './storage.ts';
import { storiesRoutes } from './stories.ts';
import { tagsRoutes } from './tags.ts';
import { tokenRoutes } from './tokens.ts';
import { trashRoutes } from './trash.ts';
import { updatesRoutes } from './updates.ts';
import { usageRoutes } from './usage.ts';
import { videoFactsRoutes } from './video-facts.ts';
import { videoMediaRoutes } from './video-media.ts';
import { videosRoutes } from './videos.ts';
import { visualRoutes } from './visual.ts';
import { watchFoldersRoutes } from './watch-folders.ts';
import { webhookRoutes } from './webhooks.ts';

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
  videoMediaRoutes,
  proxiesRoutes,
  clipsRoutes,
  sharedReportsRoutes,
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
