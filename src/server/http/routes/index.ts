import { OpenAPIHono } from '@hono/zod-openapi';
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
import { videoMediaRoutes } from './video-media.ts';
import { videosRoutes } from './videos.ts';
import { visualRoutes } from './visual.ts';
import { watchFoldersRoutes } from './watch-folders.ts';
import { webhookRoutes } from './webhooks.ts';

/** All routes under /api. */
export function createApi() {
  const api = new OpenAPIHono<AppEnv>({
    defaultHook: (result) => {
      if (!result.success) throw invalidRequest(result.error, result.target === 'json' ? 'body' : result.target);
    },
  });
  return api
    .route('/', keyRoutes)
    .route('/', storageRoutes)
    .route('/', libraryStateRoutes)
    .route('/', sourcesRoutes)
    .route('/', backupsRoutes)
    .route('/', bundlesRoutes)
    .route('/', processingRoutes)
    .route('/', queueRoutes)
    .route('/', resultsRoutes)
    .route('/', segmentsRoutes)
    .route('/', speakersRoutes)
    .route('/', peopleRoutes)
    .route('/', momentsRoutes)
    .route('/', tagsRoutes)
    .route('/', storiesRoutes)
    .route('/', searchRoutes)
    .route('/', savedSearchesRoutes)
    .route('/', modulesRoutes)
    .route('/', modelsRoutes)
    .route('/', picturesRoutes)
    .route('/', videosRoutes)
    .route('/', trashRoutes)
    .route('/', watchFoldersRoutes)
    .route('/', libraryEventsRoutes)
    .route('/', auditRoutes)
    .route('/', analysesRoutes)
    .route('/', evidenceRoutes)
    .route('/', citationsRoutes)
    .route('/', videoMediaRoutes)
    .route('/', proxiesRoutes)
    .route('/', clipsRoutes)
    .route('/', sharedReportsRoutes)
    .route('/', chatRoutes)
    .route('/', dashboardRoutes)
    .route('/', usageRoutes)
    .route('/', notificationsRoutes)
    .route('/', projectsRoutes)
    .route('/', profileRoutes)
    .route('/', settingsRoutes)
    .route('/', agentsRoutes)
    .route('/', referenceLogosRoutes)
    .route('/', visualRoutes)
    .route('/', appearancesRoutes)
    .route('/', sharingRoutes)
    .route('/', enterpriseRoutes)
    .route('/', aboutRoutes)
    .route('/', updatesRoutes)
    .route('/', tokenRoutes)
    .route('/', healthRoutes)
    .route('/', webhookRoutes);
}
