import type { MiddlewareHandler } from 'hono';
import { routePath } from 'hono/route';
import type { Logger } from '../../base/logger.ts';
import { logError } from '../errors/error-response.ts';
import type { AppEnv } from './context/app-env.ts';
import type { Services } from './context/services.ts';
import type { WithRoutes } from './fields/request-schemas.ts';
import { logResponse } from './middleware/access-log.ts';
import { boundBody } from './middleware/json-body.ts';
import { knownFields, nameIgnored } from './middleware/known-fields.ts';
import type { HttpLimits } from './serving/http-limits.ts';
import { compressResponse, tagJson } from './serving/json-response.ts';
import { requestIdOf } from './serving/response-headers.ts';

/**
 * Does what every request needs before and after its route, in one middleware: each one more would take as long as the
 * routing.
 * @param api routes below `/api`
 */
export function aroundRoutes(parts: {
  services: Services;
  limits: HttpLimits;
  log: Logger;
  api: WithRoutes;
}): MiddlewareHandler<AppEnv> {
  const { services, limits, log } = parts;
  const fieldsOf = knownFields(parts.api, '/api');
  return async (c, next) => {
    const started = performance.now();
    c.set('services', services);
    c.set('limits', limits);
    const requestId = requestIdOf(c.env.outgoing);
    c.set('requestId', requestId);
    c.set('logFailure', (error) => logError(log, error, requestId));
    boundBody(c);
    const { path } = c.req;
    const route = routePath(c, -1);
    const isApi = path.startsWith('/api/');
    if (isApi) tagJson(c);
    const fields = isApi ? fieldsOf(c, route) : undefined;
    await next();
    if (fields) nameIgnored(c, fields);
    if (isApi || path.startsWith('/assets/')) await compressResponse(c);
    logResponse(log, c, route, started);
  };
}
