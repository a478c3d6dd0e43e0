import { OpenAPIHono } from '@hono/zod-openapi';
import { LibraryState } from '../../../../contract/library/library-state.ts';
import { RepairResponse } from '../../../../contract/system/backups.ts';
import type { AppEnv } from '../../context/app-env.ts';
import { defineRoute } from '../define-route.ts';
import { okResponse } from '../route-parts.ts';

const get = defineRoute({
  method: 'get',
  path: '/library/state',
  access: { scope: 'read' },
  operationId: 'getLibraryState',
  tags: ['Storage'],
  summary: 'Get problems of the library that need attention (extension)',
  responses: okResponse(LibraryState, 'The problems; none if all is well.'),
});

const repair = defineRoute({
  method: 'post',
  path: '/library/repair',
  access: { scope: 'admin', localUser: true },
  operationId: 'repairLibrary',
  tags: ['Backups'],
  summary: 'Repair a damaged library, keeping what is readable (extension; local user only)',
  responses: okResponse(RepairResponse, 'The server has reopened the repaired library.'),
});

export const libraryStateRoutes = new OpenAPIHono<AppEnv>()
  .openapi(get, (c) => c.json(c.var.services.libraryState.get(), 200))
  .openapi(repair, async (c) => {
    const { setAside, ...result } = await c.var.services.backups.repair();
    return c.json({ ...result, set_aside: setAside }, 200);
  });
