import { type Context, Hono } from 'hono';
import { isDamage } from '../../base/disk-damage.ts';
import type { Logger } from '../../base/logger.ts';
import { ReelscopeError } from '../../contract/errors.ts';
import { sentence } from '../../core/texts/sentence.ts';
import { errorBody, logError, toReelscopeError } from '../errors/error-response.ts';
import { retryHeaders } from '../errors/retry-after.ts';
import { aroundRoutes } from './around-routes.ts';
import type { AppEnv } from './context/app-env.ts';
import type { Services } from './context/services.ts';
import { docsRoutes } from './docs/routes.ts';
import { mcpRoutes } from './mcp.ts';
import { allowedMethods } from './middleware/allowed-methods.ts';
import { attachedClientRoutes } from './routes/account/attached-clients.ts';
import { guiPage, guiRoutes } from './routes/gui.ts';
import { createApi } from './routes/index.ts';
import { mediaRoutes } from './routes/library/media.ts';
import { uploadRoutes } from './routes/library/uploads.ts';
import { HTTP_LIMITS, type HttpLimits } from './serving/http-limits.ts';

/** HTTP application: the API, its documentation, and presigned URLs. */
export function createApp(services: Services, log: Logger, limits: HttpLimits = HTTP_LIMITS): Hono<AppEnv> {
  const api = createApi();
  const app = new Hono<AppEnv>();
  app.use(aroundRoutes({ services, limits, log, api }));

  app.route('/', guiRoutes);
  app.get('/.well-known/jwks.json', (c) => c.json(services.identity.jwks));
  app.route('/api', docsRoutes(api, services.version));
  app.route('/api', api);
  app.route('/mcp', mcpRoutes(services, log));
  app.route('/media', mediaRoutes);
  app.route('/uploads', uploadRoutes);
  app.route('/attached', attachedClientRoutes);

  const methodsOf = allowedMethods(app);
  const answer = (c: Context<AppEnv>, error: ReelscopeError) => {
    if (error.code === 'library_damaged' && isDamage(error.cause)) services.libraryState.reportDamage();
    logError(log, error, c.var.requestId);
    if (error.code === 'unauthorized') c.header('WWW-Authenticate', 'Bearer realm="reelscope"');
    return c.json(errorBody(error, c.var.requestId), error.status as 500, retryHeaders(error));
  };
  app.onError((thrown, c) => answer(c, toReelscopeError(thrown)));
  // Answered, not thrown: an error from here would pass by the access log.
  app.notFound(async (c) => {
    const page = await guiPage(c);
    if (page) return page;
    const allowed = methodsOf(c.req.path);
    if (allowed.length === 0) return answer(c, new ReelscopeError('not_found', sentence('request.no-endpoint')));
    c.header('Allow', allowed.join(', '));
    return answer(
      c,
      new ReelscopeError('method_not_allowed', sentence('request.method', { methods: allowed.join(', ') })),
    );
  });
  return app;
}
