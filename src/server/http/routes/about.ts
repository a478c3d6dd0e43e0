import { createRoute, OpenAPIHono } from '@hono/zod-openapi';
import { About } from '../../../contract/about.ts';
import type { AppEnv } from '../context/app-env.ts';
import { downloadResponse, mediaResponse, okResponse, SECURED, SECURED_LOCAL } from './route-parts.ts';

const tags = ['About'];

const get = createRoute({
  method: 'get',
  path: '/about',
  operationId: 'getAbout',
  tags,
  summary: 'Get information about this installation (extension)',
  ...SECURED,
  responses: okResponse(About, 'Versions and where secrets are stored.'),
});

const licenses = createRoute({
  method: 'get',
  path: '/about/licences',
  tags,
  summary: 'Get third-party licenses (extension)',
  ...SECURED,
  responses: mediaResponse(['text/plain'], 'One text, by package.'),
});

const diagnostics = createRoute({
  method: 'get',
  path: '/about/diagnostics',
  operationId: 'downloadDiagnostics',
  tags,
  summary: 'Download diagnostics without personal data (extension)',
  ...SECURED_LOCAL,
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
