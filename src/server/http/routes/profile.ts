import { createRoute, OpenAPIHono } from '@hono/zod-openapi';
import { Profile, UpdateProfileRequest } from '../../../contract/profile.ts';
import type { AppEnv } from '../context/app-env.ts';
import { jsonBody, okResponse, SECURED, SECURED_BODY } from './route-parts.ts';

const tags = ['Profile'];

const get = createRoute({
  method: 'get',
  path: '/profile',
  tags,
  summary: 'Get your profile (extension)',
  ...SECURED,
  responses: okResponse(Profile, 'The profile.'),
});

const update = createRoute({
  method: 'patch',
  path: '/profile',
  tags,
  summary: 'Update your profile (extension)',
  ...SECURED_BODY,
  request: { body: jsonBody(UpdateProfileRequest) },
  responses: okResponse(Profile, 'The updated profile.'),
});

export const profileRoutes = new OpenAPIHono<AppEnv>()
  .openapi(get, (c) => c.json(c.var.services.profile.get(c.var.caller.userId), 200))
  .openapi(update, (c) => c.json(c.var.services.profile.update(c.var.caller.userId, c.req.valid('json')), 200));
