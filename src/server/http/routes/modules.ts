import { createRoute, OpenAPIHono } from '@hono/zod-openapi';
import { z } from 'zod';
import { ModuleInfo } from '../../../contract/modules.ts';
import type { AppEnv } from '../context/app-env.ts';
import { okResponse, SECURED } from './route-parts.ts';

const list = createRoute({
  method: 'get',
  path: '/modules',
  tags: ['Modules'],
  summary: 'List analysis modules and their availability (extension)',
  ...SECURED,
  responses: okResponse(z.array(ModuleInfo), 'All modules.'),
});

export const modulesRoutes = new OpenAPIHono<AppEnv>().openapi(list, async (c) =>
  c.json(await c.var.services.processing.modules(), 200),
);
