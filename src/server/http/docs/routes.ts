import type { OpenAPIHono } from '@hono/zod-openapi';
import { Hono } from 'hono';
import type { AppEnv } from '../context/app-env.ts';
import { completeDocument, type OpenApiDocument } from './complete-document.ts';
import { DOCS_CSP, DOCS_PAGE } from './page.ts';

/** `/openapi.json`, generated from the schemas that the server validates with, and a page to read it. */
export function docsRoutes(api: OpenAPIHono<AppEnv>, version: string): Hono<AppEnv> {
  api.openAPIRegistry.registerComponent('securitySchemes', 'apiKey', {
    type: 'apiKey',
    in: 'header',
    name: 'Authorization',
    description: 'An API key as the entire header value, without a scheme.',
  });
  api.openAPIRegistry.registerComponent('securitySchemes', 'token', {
    type: 'http',
    scheme: 'bearer',
    bearerFormat: 'JWT',
  });
  let document: string | undefined;
  const build = () =>
    JSON.stringify(
      completeDocument(
        api.getOpenAPI31Document({
          openapi: '3.1.0',
          info: {
            title: 'Reelscope',
            version,
            description: 'Analyze videos: time-coded findings, search, chat, and shared reports.',
          },
          servers: [{ url: '/api' }],
        }) as unknown as OpenApiDocument,
      ),
    );
  return new Hono<AppEnv>()
    .get('/openapi.json', (c) => {
      document ??= build();
      return c.body(document, 200, { 'Content-Type': 'application/json' });
    })
    .get('/docs', (c) =>
      c.body(DOCS_PAGE, 200, { 'Content-Type': 'text/html; charset=utf-8', 'Content-Security-Policy': DOCS_CSP }),
    );
}
