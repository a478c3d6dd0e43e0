import { OpenAPIHono, z } from '@hono/zod-openapi';
import {
  Backup,
  BackupList,
  CreateBackupRequest,
  RestoreBackupRequest,
  RestoreBackupResponse,
} from '../../../../contract/system/backups.ts';
import { Ok } from '../../../../contract/text.ts';
import type { AppEnv } from '../../context/app-env.ts';
import { shortList } from '../../lists/short-list.ts';
import { defineRoute } from '../define-route.ts';
import { createdResponse, jsonBody, listResponse, okResponse } from '../route-parts.ts';

const tags = ['Backups'];

const LIST = shortList<Backup>({
  id: 'name',
  names: ['name'],
  sorts: ['created_at', 'name', 'size_bytes'],
  own: '-created_at',
});

const list = defineRoute({
  method: 'get',
  path: '/backups',
  access: { scope: 'read', localUser: true },
  operationId: 'listBackups',
  tags,
  summary: 'List backups of the library (extension; local user only)',
  request: { query: LIST.query },
  responses: listResponse(BackupList, 'Newest first.'),
});

const create = defineRoute({
  method: 'post',
  path: '/backups',
  access: { scope: 'admin', localUser: true },
  operationId: 'createBackup',
  tags,
  summary: 'Back up the library while it is in use (extension; local user only)',
  request: { body: jsonBody(CreateBackupRequest) },
  responses: createdResponse(Backup, 'The complete and checked backup.'),
});

const restore = defineRoute({
  method: 'post',
  path: '/backups/restore',
  access: { scope: 'admin', localUser: true },
  operationId: 'restoreBackup',
  tags,
  summary: 'Restore a backup; the current library becomes a backup (extension; local user only)',
  description:
    'A backup that this installation did not make loses keys, links, webhooks, watched folders, settings, and the places of files ' +
    'outside the library. Keys and links that were revoked since a backup stay revoked.',
  request: { body: jsonBody(RestoreBackupRequest) },
  responses: okResponse(RestoreBackupResponse, 'The server has reopened the restored library.'),
});

const remove = defineRoute({
  method: 'delete',
  path: '/backups/{name}',
  access: { scope: 'admin', localUser: true },
  tags,
  summary: 'Delete a backup (extension; local user only)',
  request: { params: z.object({ name: z.string().describe('Name of the backup.') }) },
  responses: okResponse(Ok, 'Deleted.'),
});

export const backupsRoutes = new OpenAPIHono<AppEnv>()
  .openapi(list, async (c) => {
    const { backups, ...rest } = await c.var.services.backups.list();
    return c.json({ ...rest, backups: LIST.page(c, c.req.valid('query'), backups) }, 200);
  })
  .openapi(create, async (c) => c.json(await c.var.services.backups.create(c.req.valid('json')), 201))
  .openapi(restore, async (c) => {
    const { setAside, removed } = await c.var.services.backups.restore(c.req.valid('json'));
    return c.json({ ok: true as const, set_aside: setAside, removed }, 200);
  })
  .openapi(remove, async (c) => {
    await c.var.services.backups.remove(c.req.valid('param').name);
    return c.json({ ok: true as const }, 200);
  });
