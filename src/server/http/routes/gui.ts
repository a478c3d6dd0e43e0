import { type Context, Hono } from 'hono';
import { notFound } from '../../errors/lookup.ts';
import type { AppEnv } from '../context/app-env.ts';

/** Names with a content hash can be cached permanently. */
const FOREVER = 'public, max-age=31536000, immutable';
/** Paths that are never pages of the window. */
const NOT_PAGES = /^\/(?:api|media|uploads|assets|\.well-known)(?:\/|$)/;

/** Pages of the window for browsers; without a build, `/` redirects to the documentation. */
export const guiRoutes = new Hono<AppEnv>()
  .get('/', async (c) => (await answerPage(c, 'index')) ?? c.redirect('/api/docs'))
  .get('/s/:hash', async (c) => {
    const page = await answerPage(c, 'share', c.var.services.reports.linkStatus(c.req.param('hash')));
    if (!page) return c.notFound();
    page.headers.set('X-Robots-Tag', 'noindex');
    return page;
  })
  .get('/assets/:name', async (c) => {
    const asset = await c.var.services.windowFiles.asset(c.req.param('name'));
    if (!asset) throw notFound('file');
    const headers = { 'Content-Type': asset.mediaType, 'Cache-Control': FOREVER };
    return c.body(new Uint8Array(asset.body), 200, headers);
  });

/** Serves the window for any page path; the window itself shows an error for unknown ones. */
export async function guiPage(c: Context<AppEnv>): Promise<Response | undefined> {
  const isRead = c.req.method === 'GET' || c.req.method === 'HEAD';
  if (!isRead || NOT_PAGES.test(c.req.path) || !c.req.header('accept')?.includes('text/html')) return undefined;
  return answerPage(c, 'index');
}

async function answerPage(
  c: Context<AppEnv>,
  name: string,
  status: 200 | 404 | 410 = 200,
): Promise<Response | undefined> {
  const page = await c.var.services.windowFiles.page(name);
  if (!page) return undefined;
  const headers = {
    'Content-Type': 'text/html; charset=utf-8',
    'Cache-Control': 'no-cache',
    'Content-Security-Policy': page.contentSecurityPolicy,
  };
  return c.body(page.html, status, headers);
}
