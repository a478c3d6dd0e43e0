import { OpenAPIHono } from '@hono/zod-openapi';
import { About } from '../../../contract/system/about.ts';
import type { AppEnv } from '../context/app-env.ts';
import { defineRoute } from './define-route.ts';
import { downloadResponse, mediaResponse, okResponse } from './route-parts.ts';

const tags = ['About'];

const get = defineRoute({
  method: 'get',
  path: '/about',
  access: { scope: 'read' },
  operationId: 'getAbout',
  tags,
  summary: 'Get information about this installation (extension)',
  responses: okResponse(About, 'Versions and where secrets are stored.'),
});

const licenses = defineRoute({
  method: 'get',
  path: '/about/licences',
  access: { scope: 'read' },
  tags,
  summary: 'Get third-party licenses (extension)',
  responses: mediaResponse(['text/plain'], 'One text, by package.'),
});

const diagnostics = defineRoute({
  method: 'get',
  path: '/about/diagnostics',
  access: { scope: 'read', localUser: true },
  operationId: 'downloadDiagnostics',
  tags,
  summary: 'Download diagnostics without personal data (extension)',
  responses: downloadResponse(['application/zip'], 'Versions, engines, redacted settings, and redacted logs.'),
});

export const aboutRoutes = new OpenAPIHono<AppEnv>()
  .openapi(get, (c) => c.json(c.var.services.about.get(), 200))
  .openapi(licenses, async (c) =>
    c.body(await c.var.services.about.licenses(), 200, { 'Content-Type': 'text/plain; charset=utf-8' }),
  )
  .openapi(diagnostics, async (c) =>
    c.body(new Uint8Array(await c.var.services.about.diagnostics()), 200, {
      'Content-Type': 'application/zip',
      'Content-Disposition': 'attachment; filename="reelscope-diagnostics.zip"',
    }),
  );
