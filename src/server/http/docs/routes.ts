import type { OpenAPIHono } from '@hono/zod-openapi';
import { Hono } from 'hono';
import type { AppEnv } from '../context/app-env.ts';
import { describeApi } from './document.ts';
import { DOCS_CSP, DOCS_PAGE } from './page.ts';

/** `/openapi.json`, generated from the schemas that the server validates with, and a page to read it. */
export function docsRoutes(api: OpenAPIHono<AppEnv>, version: string): Hono<AppEnv> {
  let document: string | undefined;
  return new Hono<AppEnv>()
    .get('/openapi.json', (c) => {
      document ??= JSON.stringify(describeApi(api, version));
      return c.body(document, 200, { 'Content-Type': 'application/json' });
    })
    .get('/docs', (c) =>
      c.body(DOCS_PAGE, 200, { 'Content-Type': 'text/html; charset=utf-8', 'Content-Security-Policy': DOCS_CSP }),
    );
}
