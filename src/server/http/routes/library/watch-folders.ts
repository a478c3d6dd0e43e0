import { OpenAPIHono } from '@hono/zod-openapi';
import { z } from 'zod';
import {
  CreateWatchFolderRequest,
  RetryWatchedFilesRequest,
  UpdateWatchFolderRequest,
  WATCH_OUTCOMES,
  WatchedFile,
  WatchFolder,
} from '../../../../contract/library/watch-folders.ts';
import { Ok } from '../../../../contract/text.ts';
import type { AppEnv } from '../../context/app-env.ts';
import { shortList } from '../../lists/short-list.ts';
import { defineRoute } from '../define-route.ts';
import { createdResponse, jsonBody, listResponse, okResponse } from '../route-parts.ts';

const tags = ['Watch folders'];
const params = z.object({ folder_id: z.string().describe('ID of the watch folder.') });

const LIST = shortList<WatchFolder>({ id: 'id', names: ['path'], sorts: ['path', 'created_at'], own: 'path' });
const FILES = shortList<WatchedFile>({ id: 'path', names: ['path'], sorts: ['path', 'seen_at'], own: '-seen_at' });

const list = defineRoute({
  method: 'get',
  path: '/watch-folders',
  access: { scope: 'read', localUser: true },
  tags,
  operationId: 'listWatchFolders',
  summary: 'List watch folders (extension; local user only)',
  request: { query: LIST.query },
  responses: listResponse(z.array(WatchFolder), 'By path.'),
});

const create = defineRoute({
  method: 'post',
  path: '/watch-folders',
  access: { scope: 'admin', localUser: true },
  tags,
  operationId: 'createWatchFolder',
  summary: 'Watch a local folder and analyze its files (extension; local user only)',
  request: { body: jsonBody(CreateWatchFolderRequest) },
  responses: createdResponse(WatchFolder, 'The watch folder.'),
});

const get = defineRoute({
  method: 'get',
  path: '/watch-folders/{folder_id}',
  access: { scope: 'read', localUser: true },
  tags,
  operationId: 'getWatchFolder',
  summary: 'Get a watch folder (extension; local user only)',
  request: { params },
  responses: okResponse(WatchFolder, 'The watch folder.'),
});

const update = defineRoute({
  method: 'patch',
  path: '/watch-folders/{folder_id}',
  access: { scope: 'admin', localUser: true },
  tags,
  operationId: 'updateWatchFolder',
  summary: 'Change the rules of a watch folder, or turn it on or off (extension; local user only)',
  request: { params, body: jsonBody(UpdateWatchFolderRequest) },
  responses: okResponse(WatchFolder, 'The changed watch folder.'),
});

const remove = defineRoute({
  method: 'delete',
  path: '/watch-folders/{folder_id}',
  access: { scope: 'admin', localUser: true },
  tags,
  operationId: 'deleteWatchFolder',
  summary: 'Stop watching a folder; its files and videos stay (extension; local user only)',
  request: { params },
  responses: okResponse(Ok, 'Deleted.'),
});

const scan = defineRoute({
  method: 'post',
  path: '/watch-folders/{folder_id}/scan',
  access: { scope: 'admin', localUser: true },
  tags,
  operationId: 'scanWatchFolder',
  summary: 'Look for files of a watch folder now (extension; local user only)',
  request: { params },
  responses: okResponse(WatchFolder, 'The watch folder after the scan.'),
});

const retry = defineRoute({
  method: 'post',
  path: '/watch-folders/{folder_id}/retry',
  access: { scope: 'admin', localUser: true },
  tags,
  operationId: 'retryWatchedFiles',
  summary: 'Retry failed files of a watch folder (extension; local user only)',
  request: { params, body: jsonBody(RetryWatchedFilesRequest) },
  responses: okResponse(WatchFolder, 'The watch folder afterwards. One that is not watched tries them once it is.'),
});

const files = defineRoute({
  method: 'get',
  path: '/watch-folders/{folder_id}/files',
  access: { scope: 'read', localUser: true },
  tags,
  operationId: 'listWatchedFiles',
  summary: 'List the files of a watch folder, by outcome (extension; local user only)',
  request: {
    params,
    query: FILES.query.extend({ outcome: z.enum(WATCH_OUTCOMES).optional().describe('Only files with this outcome.') }),
  },
  responses: listResponse(
    z.array(WatchedFile),
    'The latest 200 that were handled, up to 200 that wait, and up to 200 left out.',
  ),
});

export const watchFoldersRoutes = new OpenAPIHono<AppEnv>()
  .openapi(list, (c) =>
    c.json(LIST.page(c, c.req.valid('query'), c.var.services.watchFolders.list(c.var.caller.userId)), 200),
  )
  .openapi(create, async (c) =>
    c.json(await c.var.services.watchFolders.create(c.var.caller.userId, c.req.valid('json')), 201),
  )
  .openapi(get, (c) =>
    c.json(c.var.services.watchFolders.get(c.var.caller.userId, c.req.valid('param').folder_id), 200),
  )
  .openapi(update, async (c) => {
    const { folder_id } = c.req.valid('param');
    return c.json(await c.var.services.watchFolders.update(c.var.caller.userId, folder_id, c.req.valid('json')), 200);
  })
  .openapi(remove, async (c) => {
    await c.var.services.watchFolders.delete(c.var.caller.userId, c.req.valid('param').folder_id);
    return c.json({ ok: true as const }, 200);
  })
  .openapi(scan, async (c) =>
    c.json(await c.var.services.watchFolders.scan(c.var.caller.userId, c.req.valid('param').folder_id), 200),
  )
  .openapi(retry, async (c) => {
    const { folder_id } = c.req.valid('param');
    return c.json(await c.var.services.watchFolders.retry(c.var.caller.userId, folder_id, c.req.valid('json')), 200);
  })
  .openapi(files, async (c) => {
    const { folder_id } = c.req.valid('param');
    const { outcome, ...query } = c.req.valid('query');
    const files = await c.var.services.watchFolders.files(c.var.caller.userId, folder_id, outcome);
    return c.json(FILES.page(c, query, files), 200);
  });
