import { OpenAPIHono, z } from '@hono/zod-openapi';
import { ReelscopeError } from '../../../../contract/errors.ts';
import {
  DeleteFileQuery,
  DeleteFileRequest,
  Duplicates,
  DuplicatesQuery,
  ImportFileRequest,
  ImportFileResponse,
  ImportProgress,
  StorageOptions,
  StorageSummary,
  StorageUsage,
  type StoredFile,
  UpdateStorageOptionsRequest,
  UploadUrlRequest,
  UploadUrlResponse,
} from '../../../../contract/library/storage.ts';
import { Ok } from '../../../../contract/text.ts';
import { sentence } from '../../../../core/texts/sentence.ts';
import type { AppEnv } from '../../context/app-env.ts';
import { shortList } from '../../lists/short-list.ts';
import { defineRoute } from '../define-route.ts';
import { originOf } from '../origin.ts';
import { permittedPath } from '../path-rights.ts';
import { jsonBody, listResponse, okResponse } from '../route-parts.ts';

const tags = ['Storage'];

const uploadUrl = defineRoute({
  method: 'post',
  path: '/storage/upload-url',
  access: { scope: 'write' },
  tags,
  summary: 'Create an upload URL',
  request: { body: jsonBody(UploadUrlRequest) },
  responses: okResponse(UploadUrlResponse, 'URL that accepts a PUT of the file for 15 minutes.'),
});

const importFile = defineRoute({
  method: 'post',
  path: '/storage/import',
  access: { scope: 'write' },
  operationId: 'importLocalFile',
  tags,
  summary: 'Import a local file without uploading it (extension; local user only)',
  request: { body: jsonBody(ImportFileRequest) },
  responses: okResponse(ImportFileResponse, 'Path of the stored file.'),
});

const IMPORTS = shortList<ImportProgress>({
  id: 'import_id',
  names: ['import_id'],
  sorts: ['done_bytes', 'total_bytes'],
});

const imports = defineRoute({
  method: 'get',
  path: '/storage/imports',
  access: { scope: 'read' },
  operationId: 'listImports',
  tags,
  summary: 'Get the progress of imports that are being copied (extension)',
  request: { query: IMPORTS.query },
  responses: listResponse(z.array(ImportProgress), 'One entry per running import with an import_id.'),
});

const FILES = shortList<StoredFile>({
  id: 'file_path',
  names: ['file_path'],
  sorts: ['file_size', 'file_path', 'modified_at'],
  own: '-file_size',
});

const use = defineRoute({
  method: 'get',
  path: '/storage/files',
  access: { scope: 'read' },
  operationId: 'listStoredFiles',
  tags,
  summary: 'List stored files and free space (extension)',
  request: { query: FILES.query },
  responses: listResponse(StorageUsage, 'Largest first.'),
});

const summary = defineRoute({
  method: 'get',
  path: '/storage/summary',
  access: { scope: 'read' },
  tags,
  summary: 'Get storage usage (extension)',
  responses: okResponse(StorageSummary, 'Number of files and bytes.'),
});

const options = defineRoute({
  method: 'get',
  path: '/storage/options',
  access: { scope: 'read', localUser: true },
  tags,
  summary: 'Get storage options (extension; local user only)',
  responses: okResponse(StorageOptions, 'The options of this installation.'),
});

const updateOptions = defineRoute({
  method: 'patch',
  path: '/storage/options',
  access: { scope: 'admin', localUser: true },
  operationId: 'updateStorageOptions',
  tags,
  summary: 'Change storage options (extension; local user only)',
  request: { body: jsonBody(UpdateStorageOptionsRequest) },
  responses: okResponse(StorageOptions, 'The changed options.'),
});

const DUPLICATES = shortList<Duplicates[number]>({
  id: 'job_id',
  names: ['name'],
  sorts: ['created_at', 'name'],
  own: '-created_at',
});

const duplicates = defineRoute({
  method: 'get',
  path: '/storage/duplicates',
  access: { scope: 'read' },
  operationId: 'listDuplicates',
  tags,
  summary: 'List videos with the same content as an unregistered stored file (extension)',
  request: { query: DUPLICATES.query.extend(DuplicatesQuery.shape) },
  responses: listResponse(Duplicates, 'Newest first; empty when the file belongs to a video.'),
});

const removeFile = defineRoute({
  method: 'delete',
  path: '/storage/files',
  access: { scope: 'write' },
  tags,
  summary: 'Delete a source file; file_path in the body or the query',
  request: { query: DeleteFileQuery, body: jsonBody(DeleteFileRequest) },
  responses: okResponse(Ok, 'Deleted.'),
});

export const storageRoutes = new OpenAPIHono<AppEnv>()
  .openapi(uploadUrl, async (c) => {
    const { file_name, content_type, file_path } = c.req.valid('json');
    const { uploads } = c.var.services;
    const { userId } = c.var.caller;
    const place =
      file_path === undefined
        ? await uploads.createUpload(userId, originOf(c), file_name, content_type)
        : await uploads.renewUpload(userId, originOf(c), file_path, content_type);
    return c.json(place, 200);
  })
  .openapi(importFile, async (c) => {
    const { path, file_name, mode, import_id, reuse, wait } = c.req.valid('json');
    const file = await permittedPath(c, path);
    return c.json(
      await c.var.services.imports.importFile(c.var.caller.userId, file, file_name, {
        mode,
        importId: import_id,
        reuse,
        wait,
      }),
      200,
    );
  })
  .openapi(imports, (c) =>
    c.json(IMPORTS.page(c, c.req.valid('query'), c.var.services.imports.list(c.var.caller.userId)), 200),
  )
  .openapi(use, async (c) => {
    const { files, ...rest } = await c.var.services.uploads.use(c.var.caller.userId);
    return c.json({ files: FILES.page(c, c.req.valid('query'), files), ...rest }, 200);
  })
  .openapi(summary, async (c) => c.json(await c.var.services.storageUsage.summary(c.var.caller.userId), 200))
  .openapi(options, (c) => c.json(c.var.services.storageOptions.get(), 200))
  .openapi(updateOptions, (c) => c.json(c.var.services.storageOptions.update(c.req.valid('json')), 200))
  .openapi(duplicates, async (c) => {
    const { file_path, ...query } = c.req.valid('query');
    const found = await c.var.services.storageUsage.duplicates(c.var.caller.userId, file_path);
    return c.json(DUPLICATES.page(c, query, found), 200);
  })
  .openapi(removeFile, async (c) => {
    const filePath = c.req.valid('json').file_path ?? c.req.valid('query').file_path;
    if (filePath === undefined) throw new ReelscopeError('invalid_request', sentence('upload.path-missing'));
    await c.var.services.uploads.deleteFile(c.var.caller.userId, filePath);
    return c.json({ ok: true as const }, 200);
  });
