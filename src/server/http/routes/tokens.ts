import { createRoute, OpenAPIHono } from '@hono/zod-openapi';
import { formatTimestamp } from '../../../base/time.ts';
import { AccessToken } from '../../../contract/tokens.ts';
import type { AppEnv } from '../context/app-env.ts';
import { creates, SECURED } from './route-parts.ts';

const create = createRoute({
  method: 'post',
  path: '/tokens',
  tags: ['Tokens'],
  summary: 'Renew the token of a local user (extension)',
  ...SECURED,
  responses: creates(AccessToken, 'A new token.'),
});

export const tokenRoutes = new OpenAPIHono<AppEnv>().openapi(create, async (c) => {
  const { services, caller } = c.var;
  const { token, expiresMs } = await services.identity.issue(services.authenticator.localSubjectOf(caller.userId));
  return c.json({ token, expires_at: formatTimestamp(expiresMs) }, 201);
});
