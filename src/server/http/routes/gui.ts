import { type Context, Hono } from 'hono';
import { notFound } from '../../errors/lookup.ts';
import type { AppEnv } from '../context/app-env.ts';

/** A name that changes with the content may be kept for good. */
const FOREVER = 'public, max-age=31536000, immutable';
/** Addresses that are never pages of the window. */
const NOT_PAGES = /^\/(?:api|media|uploads|assets|\.well-known)(?:\/|$)/;

/** The window's pages for a browser; without a build of them, `/` leads to the documentation. */
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

/** The window, when a browser asks for one of its pages by address: the page itself knows whether there is such a one. */
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
