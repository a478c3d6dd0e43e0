import { createRoute, OpenAPIHono } from '@hono/zod-openapi';
import { z } from 'zod';
import { ModuleInfo } from '../../../contract/modules.ts';
import type { AppEnv } from '../context/app-env.ts';
import { shortList } from '../lists/short-list.ts';
import { listResponse, SECURED } from './route-parts.ts';

const LIST = shortList<ModuleInfo>({ id: 'name', names: ['name', 'title', 'description'], sorts: ['name', 'title'] });

const list = createRoute({
  method: 'get',
  path: '/modules',
  operationId: 'listModules',
  tags: ['Modules'],
  summary: 'List analysis modules and their availability (extension)',
  ...SECURED,
  request: { query: LIST.query },
  responses: listResponse(z.array(ModuleInfo), 'All modules.'),
});

export const modulesRoutes = new OpenAPIHono<AppEnv>().openapi(list, async (c) =>
  c.json(LIST.page(c, c.req.valid('query'), await c.var.services.processing.modules()), 200),
);
