import { OpenAPIHono } from '@hono/zod-openapi';
import { Profile, UpdateProfileRequest } from '../../../../contract/account/profile.ts';
import type { AppEnv } from '../../context/app-env.ts';
import { defineRoute } from '../define-route.ts';
import { jsonBody, okResponse } from '../route-parts.ts';

const tags = ['Profile'];

const get = defineRoute({
  method: 'get',
  path: '/profile',
  access: { scope: 'read' },
  tags,
  summary: 'Get your profile (extension)',
  responses: okResponse(Profile, 'The profile.'),
});

const update = defineRoute({
  method: 'patch',
  path: '/profile',
  access: { scope: 'admin' },
  tags,
  summary: 'Update your profile (extension)',
  request: { body: jsonBody(UpdateProfileRequest) },
  responses: okResponse(Profile, 'The updated profile.'),
});

export const profileRoutes = new OpenAPIHono<AppEnv>()
  .openapi(get, (c) => c.json(c.var.services.profile.get(c.var.caller.userId), 200))
  .openapi(update, (c) => c.json(c.var.services.profile.update(c.var.caller.userId, c.req.valid('json')), 200));
