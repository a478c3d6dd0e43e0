import { OpenAPIHono } from '@hono/zod-openapi';
import { invalidRequest } from '../../errors/error-response.ts';
import type { AppEnv } from '../context/app-env.ts';
import { aboutRoutes } from './about.ts';
import { backupsRoutes } from './backups.ts';
import { chatRoutes } from './chat.ts';
import { clipsRoutes } from './clips.ts';
import { dashboardRoutes } from './dashboard.ts';
import { enterpriseRoutes } from './enterprise.ts';
import { healthRoutes } from './health.ts';
import { keyRoutes } from './keys.ts';
import { libraryEventsRoutes } from './library-events.ts';
import { libraryStateRoutes } from './library-state.ts';
import { modelsRoutes } from './models.ts';
import { modulesRoutes } from './modules.ts';
import { notificationsRoutes } from './notifications.ts';
import { picturesRoutes } from './pictures.ts';
import { processingRoutes } from './processing.ts';
import { profileRoutes } from './profile.ts';
import { projectsRoutes } from './projects.ts';
import { proxiesRoutes } from './proxies.ts';
import { referenceLogosRoutes } from './reference-logos.ts';
import { sharedReportsRoutes } from './reports.ts';
import { resultsRoutes } from './results.ts';
import { searchRoutes } from './search.ts';
import { segmentsRoutes } from './segments.ts';
import { settingsRoutes } from './settings.ts';
import { sharingRoutes } from './sharing.ts';
import { storageRoutes } from './storage.ts';
import { tokenRoutes } from './tokens.ts';
import { usageRoutes } from './usage.ts';
import { videoMediaRoutes } from './video-media.ts';
import { videosRoutes } from './videos.ts';

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
    .route('/', backupsRoutes)
    .route('/', processingRoutes)
    .route('/', resultsRoutes)
    .route('/', segmentsRoutes)
    .route('/', searchRoutes)
    .route('/', modulesRoutes)
    .route('/', modelsRoutes)
    .route('/', picturesRoutes)
    .route('/', videosRoutes)
    .route('/', libraryEventsRoutes)
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
    .route('/', referenceLogosRoutes)
    .route('/', sharingRoutes)
    .route('/', enterpriseRoutes)
    .route('/', aboutRoutes)
    .route('/', tokenRoutes)
    .route('/', healthRoutes);
}
