import { OpenAPIHono } from '@hono/zod-openapi';
import { formatTimestamp } from '../../../../base/time.ts';
import { AccessToken } from '../../../../contract/account/tokens.ts';
import type { AppEnv } from '../../context/app-env.ts';
import { defineRoute } from '../define-route.ts';
import { createdResponse } from '../route-parts.ts';

const create = defineRoute({
  method: 'post',
  path: '/tokens',
  access: { scope: 'write', expiredToken: true },
  operationId: 'renewToken',
  tags: ['Tokens'],
  summary: 'Renew the token of a local user (extension)',
  description:
    'A token can be renewed until a week after it expired, such as while the computer was suspended. A session of renewed ' +
    'tokens ends after 30 days. A token issued for an API key ends with the key and can’t be renewed.',
  responses: createdResponse(AccessToken, 'A new token.'),
});

export const tokenRoutes = new OpenAPIHono<AppEnv>().openapi(create, async (c) => {
  const { services, caller } = c.var;
  const { subject, session } = services.authenticator.renewal(caller);
  const { token, expiresMs } = await services.identity.issue(subject, undefined, session);
  return c.json({ token, expires_at: formatTimestamp(expiresMs) }, 201);
});
