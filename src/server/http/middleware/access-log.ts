import type { Context } from 'hono';
import type { Logger } from '../../../base/logger.ts';
import type { AppEnv } from '../context/app-env.ts';

/**
 * Logs the response of a request in one line. It contains the route, not the URL: URLs contain hashes of shared reports
 * and signatures of uploads.
 * @param started `performance.now()` when the request arrived
 */
export function logResponse(log: Logger, c: Context<AppEnv>, route: string, started: number): void {
  const { status } = c.res;
  const line = {
    request_id: c.get('requestId'),
    method: c.req.method,
    route,
    status,
    ms: Math.round(performance.now() - started),
    user_id: c.get('caller')?.userId,
  };
  if (status >= 400) log.info('request refused', line);
  else log.debug('request', line);
}
