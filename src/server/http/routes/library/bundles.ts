import { OpenAPIHono } from '@hono/zod-openapi';
import {
  BundleFacts,
  ImportBundleRequest,
  ImportedBundle,
  InspectBundleRequest,
} from '../../../../contract/bundles/imports.ts';
import type { AppEnv } from '../../context/app-env.ts';
import { sendDownload } from '../../serving/send-download.ts';
import { defineRoute } from '../define-route.ts';
import { permittedPath } from '../path-rights.ts';
import { JobParam, jsonBody, mediaResponse, okResponse } from '../route-parts.ts';

const tags = ['Bundles'];

const exported = defineRoute({
  method: 'get',
  path: '/videos/{job_id}/bundle',
  access: { scope: 'read' },
  tags,
  operationId: 'exportBundle',
  summary: 'Export the results of a video as a portable bundle (extension)',
  description:
    'A ZIP archive with manifest, findings, corrections, embeddings, waveform, and saved frames, streamed while it is written; ' +
    'docs/bundles.md describes it. Another library imports it with `POST /bundles/import`.',
  request: { params: JobParam },
  responses: mediaResponse(['application/zip'], 'The bundle.'),
});

const imported = defineRoute({
  method: 'post',
  path: '/bundles/import',
  access: { scope: 'write' },
  tags,
  operationId: 'importBundle',
  summary: 'Import a bundle, whole or not at all (extension)',
  description:
    'Merges by the hash of the source file. Importing a bundle again changes nothing; corrections in this library are kept. Findings ' +
    'of this installation stay unless `replace` is true; the others are marked in `engine` as `imported/<signer>/<engine>`.',
  request: { body: jsonBody(ImportBundleRequest) },
  responses: okResponse(ImportedBundle, 'What the import changed.'),
});

const inspected = defineRoute({
  method: 'post',
  path: '/bundles/inspect',
  access: { scope: 'write' },
  tags,
  operationId: 'inspectBundle',
  summary: 'Inspect a bundle before its import (extension)',
  description: 'Who signed it, and whether this installation has results of its own for the video. Changes nothing.',
  request: { body: jsonBody(InspectBundleRequest) },
  responses: okResponse(BundleFacts, 'The facts.'),
});

export const bundlesRoutes = new OpenAPIHono<AppEnv>()
  .openapi(exported, async (c) => {
    const { name, body } = await c.var.services.bundles.export(c.var.caller.userId, c.req.valid('param').job_id);
    return sendDownload({ name, mediaType: 'application/zip', sizeBytes: null, body });
  })
  .openapi(inspected, async (c) => {
    const request = c.req.valid('json');
    const place = { ...request, path: await permittedPath(c, request.path) };
    return c.json(await c.var.services.bundles.inspect(c.var.caller.userId, place), 200);
  })
  .openapi(imported, async (c) => {
    const request = c.req.valid('json');
    const place = { ...request, path: await permittedPath(c, request.path) };
    return c.json(await c.var.services.bundles.import(c.var.caller.userId, place), 200);
  });
