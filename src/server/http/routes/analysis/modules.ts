import { OpenAPIHono } from '@hono/zod-openapi';
import { z } from 'zod';
import { ModuleInfo } from '../../../../contract/analysis/modules.ts';
import type { AppEnv } from '../../context/app-env.ts';
import { shortList } from '../../lists/short-list.ts';
import { defineRoute } from '../define-route.ts';
import { listResponse } from '../route-parts.ts';

const LIST = shortList<ModuleInfo>({ id: 'name', names: ['name', 'title', 'description'], sorts: ['name', 'title'] });

const OF_PROJECT = {
  project_id: z
    .string()
    .optional()
    .meta({ description: 'Also the modules that are turned on for this project (extension).' }),
};

const list = defineRoute({
  method: 'get',
  path: '/modules',
  access: { scope: 'read', confinedTo: 'caller' },
  operationId: 'listModules',
  tags: ['Modules'],
  summary: 'List analysis modules and their availability (extension)',
  request: { query: LIST.query.extend(OF_PROJECT) },
  responses: listResponse(
    z.array(ModuleInfo),
    'All modules, except for those that are off until a user turns them on for a project.',
  ),
});

export const modulesRoutes = new OpenAPIHono<AppEnv>().openapi(list, async (c) => {
  const { project_id, ...query } = c.req.valid('query');
  const modules = await c.var.services.processing.modules(c.var.caller.userId, project_id);
  return c.json(LIST.page(c, query, modules), 200);
});
