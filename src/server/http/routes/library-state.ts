import { createRoute, OpenAPIHono } from '@hono/zod-openapi';
import { LibraryState } from '../../../contract/library-state.ts';
import type { AppEnv } from '../context/app-env.ts';
import { okResponse, SECURED } from './route-parts.ts';

const get = createRoute({
  method: 'get',
  path: '/library/state',
  tags: ['Storage'],
  summary: 'Get problems of the library that need attention (extension)',
  ...SECURED,
  responses: okResponse(LibraryState, 'The problems; none if all is well.'),
});

export const libraryStateRoutes = new OpenAPIHono<AppEnv>().openapi(get, (c) =>
  c.json(c.var.services.libraryState.get(), 200),
);
