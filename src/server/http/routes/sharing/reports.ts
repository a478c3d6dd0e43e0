import { OpenAPIHono } from '@hono/zod-openapi';
import { z } from 'zod';
import { SHARE_PASSWORD_HEADER } from '../../../../contract/sharing/share-parts.ts';
import {
  CreateSharedReportRequest,
  PublicReport,
  PublicStory,
  SharedReport,
} from '../../../../contract/sharing/shared-reports.ts';
import { Ok } from '../../../../contract/text.ts';
import type { AppEnv } from '../../context/app-env.ts';
import { bytesInParts } from '../../serving/json-response.ts';
import { passwordIn } from '../../serving/share-password.ts';
import { defineRoute } from '../define-route.ts';
import { originOf } from '../origin.ts';
import { createdResponse, jsonBody, okResponse } from '../route-parts.ts';
import { ShareHeaders, ShareParam } from './share-request.ts';

const tags = ['Shared reports'];

const create = defineRoute({
  method: 'post',
  path: '/shared-reports',
  access: { scope: 'write' },
  grants: true,
  operationId: 'createSharedReport',
  tags,
  summary: "Create a public link to a video's report, or to a story",
  request: { body: jsonBody(CreateSharedReportRequest) },
  responses: createdResponse(SharedReport, 'The link.'),
});

const view = defineRoute({
  method: 'get',
  path: '/shared-reports/{share_hash}',
  access: 'public',
  operationId: 'getSharedReport',
  tags,
  summary: 'Get the report behind a public link; needs no authentication',
  request: { params: ShareParam, headers: ShareHeaders },
  responses: okResponse(z.union([PublicReport, PublicStory]), 'The report of a video, or the story.'),
});

const revoke = defineRoute({
  method: 'delete',
  path: '/shared-reports/{report_id}',
  access: { scope: 'write' },
  operationId: 'deleteSharedReport',
  tags,
  summary: 'Revoke a link by its report id',
  request: { params: z.object({ report_id: z.string().describe('ID of the shared report.') }) },
  responses: okResponse(Ok, 'Revoked.'),
});

export const sharedReportsRoutes = new OpenAPIHono<AppEnv>()
  .openapi(create, async (c) =>
    c.json(await c.var.services.reports.create(c.var.caller.userId, c.req.valid('json')), 201),
  )
  .openapi(view, async (c) => {
    const { share_hash } = c.req.valid('param');
    const password = passwordIn(c.req.header(SHARE_PASSWORD_HEADER));
    return (await bytesInParts(c, await c.var.services.reports.view(share_hash, originOf(c), password))) as never;
  })
  .openapi(revoke, (c) => {
    c.var.services.reports.revoke(c.var.caller.userId, c.req.valid('param').report_id);
    return c.json({ ok: true as const }, 200);
  });
