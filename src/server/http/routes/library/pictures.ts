import { OpenAPIHono } from '@hono/zod-openapi';
import { ThumbnailUrls } from '../../../../contract/library/thumbnails.ts';
import type { AppEnv } from '../../context/app-env.ts';
import { defineRoute } from '../define-route.ts';
import { originOf } from '../origin.ts';
import { okResponse } from '../route-parts.ts';

const get = defineRoute({
  method: 'get',
  path: '/pictures',
  access: { scope: 'read' },
  operationId: 'listPictures',
  tags: ['Videos'],
  summary: 'Get presigned thumbnail URLs for all your videos (extension)',
  responses: okResponse(ThumbnailUrls, 'URLs that need no header.'),
});

export const picturesRoutes = new OpenAPIHono<AppEnv>().openapi(get, (c) =>
  c.json(c.var.services.videos.pictures(c.var.caller.userId, originOf(c)), 200),
);
