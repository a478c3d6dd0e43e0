import type { MiddlewareHandler } from 'hono';
import { routePath } from 'hono/route';
import type { Logger } from '../../../base/logger.ts';
import type { AppEnv } from '../context/app-env.ts';

/**
 * Logs one line per response. It contains the route, not the URL: URLs contain hashes of shared reports and
 * signatures of uploads.
 */
export function accessLog(log: Logger): MiddlewareHandler<AppEnv> {
  return async (c, next) => {
    const started = performance.now();
    await next();
    const { status } = c.res;
    const line = {
      request_id: c.get('requestId'),
      method: c.req.method,
      route: routePath(c, -1),
      status,
      ms: Math.round(performance.now() - started),
      user_id: c.get('caller')?.userId,
    };
    if (status >= 400) log.info('request refused', line);
    else log.debug('request', line);
  };
}
