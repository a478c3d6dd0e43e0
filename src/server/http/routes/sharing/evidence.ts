import { OpenAPIHono } from '@hono/zod-openapi';
import { CreateManifestRequest, Manifest, RecordExportRequest } from '../../../../contract/evidence/manifest.ts';
import { ReportSignature, VerifiedReport } from '../../../../contract/evidence/signature.ts';
import { MAX_REPORT_BYTES, verifyReport } from '../../../evidence/verify-report.ts';
import type { AppEnv } from '../../context/app-env.ts';
import { readBody } from '../../middleware/json-body.ts';
import { defineRoute } from '../define-route.ts';
import { jsonBody, okResponse } from '../route-parts.ts';

const tags = ['Evidence'];

const manifest = defineRoute({
  method: 'post',
  path: '/manifests',
  access: { scope: 'read' },
  operationId: 'createManifest',
  tags,
  summary: 'Create the manifest of a report (extension)',
  description: 'Files with their hashes, engines with their versions, corrections, and histories of these videos.',
  request: { body: jsonBody(CreateManifestRequest) },
  responses: okResponse(Manifest, 'The manifest, to be put into the report before it is signed.'),
});

const recordExport = defineRoute({
  method: 'post',
  path: '/exports',
  access: { scope: 'write' },
  operationId: 'recordExport',
  tags,
  summary: 'Sign an exported report again (extension)',
  description:
    'Only a document that the server wrote and recorded in the histories of its videos; 403 for any other. `GET /videos/{job_id}/export` writes and signs one.',
  request: { body: jsonBody(RecordExportRequest) },
  responses: okResponse(ReportSignature, 'The signature, to be put into the report.'),
});

const verify = defineRoute({
  method: 'post',
  path: '/verify',
  access: { scope: 'read' },
  tags,
  summary: 'Verify a report (extension)',
  description: 'The body is the report itself: HTML, Markdown, or JSON, as it was received.',
  responses: okResponse(VerifiedReport, 'Whether the report is as it was signed, and by which installation.'),
});

export const evidenceRoutes = new OpenAPIHono<AppEnv>()
  .openapi(manifest, async (c) => {
    const { videos, include_recording: includesRecording } = c.req.valid('json');
    return c.json(await c.var.services.manifests.of(c.var.caller.userId, videos, { includesRecording }), 200);
  })
  .openapi(recordExport, (c) => c.json(c.var.services.exports.signAgain(c.var.caller.userId, c.req.valid('json')), 200))
  .openapi(verify, async (c) =>
    c.json(verifyReport(await readBody(c, MAX_REPORT_BYTES), c.var.services.installationKey.fingerprint), 200),
  );
