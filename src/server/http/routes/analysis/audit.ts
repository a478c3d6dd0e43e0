import { OpenAPIHono } from '@hono/zod-openapi';
import { type AuditEntry, AuditLog, AuditQuery } from '../../../../contract/sharing/audit.ts';
import { historyCsv } from '../../../library/histories.ts';
import type { AppEnv } from '../../context/app-env.ts';
import { shortList } from '../../lists/short-list.ts';
import { defineRoute } from '../define-route.ts';
import { JobParam, listResponse } from '../route-parts.ts';

const ENTRIES = shortList<AuditEntry>({ id: 'number', names: ['action'], sorts: ['number'], own: 'number' });

const read = defineRoute({
  method: 'get',
  path: '/videos/{job_id}/audit',
  access: { scope: 'read', confinedTo: 'video' },
  operationId: 'getAuditLog',
  tags: ['Evidence'],
  summary: 'Get the history of a video, verified (extension)',
  description: 'Remains after the video is deleted. With `format=csv`, one row for each entry.',
  request: { params: JobParam, query: ENTRIES.query.extend(AuditQuery.shape) },
  responses: listResponse(AuditLog, 'Everything that was recorded, oldest first.'),
});

export const auditRoutes = new OpenAPIHono<AppEnv>().openapi(read, (c) => {
  const { format, ...query } = c.req.valid('query');
  const whole = c.var.services.histories.get(c.var.caller.userId, c.req.valid('param').job_id);
  const log = { ...whole, entries: ENTRIES.page(c, query, whole.entries) };
  if (format === 'json') return c.json(log, 200);
  // Not the media type of the schema; a route definition can declare only one.
  return c.body(historyCsv(log), 200, {
    'Content-Type': 'text/csv; charset=utf-8; header=present',
    'Content-Disposition': 'attachment; filename="history.csv"',
  }) as never;
});
