import type { IncomingMessage } from 'node:http';
import type { HttpBindings } from '@hono/node-server';
import { type Context, Hono, type MiddlewareHandler } from 'hono';
import type { Logger } from '../../../base/logger.ts';
import { ReelscopeError } from '../../../contract/errors.ts';
import { CreateCommentRequest } from '../../../contract/sharing/comments.ts';
import { SHARE_PASSWORD_HEADER } from '../../../contract/sharing/share-parts.ts';
import { sentence } from '../../../core/texts/sentence.ts';
import { errorBody, logError, toReelscopeError } from '../../errors/error-response.ts';
import { notFound } from '../../errors/lookup.ts';
import { retryHeaders } from '../../errors/retry-after.ts';
import { compressed } from '../../http/serving/json-response.ts';
import { decode, jsonOf, readBytes } from '../../http/serving/request-body.ts';
import { requestIdOf } from '../../http/serving/response-headers.ts';
import { sendMedia } from '../../http/serving/send-media.ts';
import { passwordIn } from '../../http/serving/share-password.ts';
import type { WindowFiles } from '../../http/serving/window-files.ts';
import type { MediaFiles } from '../../library/files/media-files.ts';
import type { CommentsService } from '../comments.ts';
import type { ReportsService } from '../reports.ts';
import { limitUnitOf, plainAddress } from './addresses.ts';
import type { RateLimiter } from './rate-limiter.ts';
import { cachedShareAssets } from './share-assets.ts';

export interface LanServices {
  reports: ReportsService;
  comments: CommentsService;
  mediaFiles: MediaFiles;
  windowFiles: WindowFiles;
}

interface LanEnv {
  Bindings: HttpBindings;
}

/** Cache policy for files whose names change with their content. */
const IMMUTABLE = 'public, max-age=31536000, immutable';
/** Limits of the body of a comment: its longest texts as escapes, and a time in milliseconds. */
const COMMENT_BYTES = 16_384;
const COMMENT_BODY_MS = 10_000;

/**
 * Application of the LAN listener: the page of a shared report, its assets, its API paths, and its media. It is
 * separate from the loopback application, so that a new route there is never exposed here. It has no cookies, accounts,
 * or access log.
 */
export function createLanApp(services: LanServices, limit: RateLimiter, log: Logger): Hono<LanEnv> {
  const app = new Hono<LanEnv>();
  app.use(compressed);
  const assets = cachedShareAssets(services.windowFiles);
  const limited: MiddlewareHandler<LanEnv> = async (c, next) => {
    const waitSeconds = limit.take(limitUnitOf(plainAddress(c.env.incoming.socket.remoteAddress)));
    if (waitSeconds === 0) return next();
    throw new ReelscopeError('rate_limited', sentence('request.rate-limited', { seconds: waitSeconds }));
  };

  app.get('/s/:hash', limited, async (c) => {
    const page = await services.windowFiles.page('share');
    if (!page) throw notFound('page');
    return c.body(page.html, services.reports.linkStatus(c.req.param('hash')), {
      'Content-Type': 'text/html; charset=utf-8',
      'Cache-Control': 'no-cache',
      'Content-Security-Policy': page.contentSecurityPolicy,
      'X-Robots-Tag': 'noindex',
    });
  });
  app.get('/assets/:name', async (c) => {
    const asset = (await assets()).get(c.req.param('name'));
    if (!asset) throw notFound('file');
    return c.body(new Uint8Array(asset.body), 200, { 'Content-Type': asset.mediaType, 'Cache-Control': IMMUTABLE });
  });
  app.get('/api/shared-reports/:hash', limited, async (c) =>
    c.body(
      await services.reports.view(
        c.req.param('hash'),
        `http://${c.env.incoming.headers.host}`,
        passwordIn(c.req.header(SHARE_PASSWORD_HEADER)),
      ),
      200,
      { 'Content-Type': 'application/json' },
    ),
  );
  app.get('/api/shared-reports/:hash/comments', limited, async (c) =>
    c.json(await services.comments.ofLink(c.req.param('hash'), passwordIn(c.req.header(SHARE_PASSWORD_HEADER)))),
  );
  app.post('/api/shared-reports/:hash/comments', limited, async (c) => {
    const comment = await readComment(c.env.incoming);
    const password = passwordIn(c.req.header(SHARE_PASSWORD_HEADER));
    return c.json(await services.comments.add(c.req.param('hash'), password, comment), 201);
  });
  app.get('/media/shares/:hash/:part{.+}', (c) =>
    sendMedia(c, services.mediaFiles, { kind: 'share', hash: c.req.param('hash') }, c.req.param('part')),
  );

  const answer = (c: Context<LanEnv>, error: ReelscopeError) => {
    const requestId = requestIdOf(c.env.outgoing);
    logError(log, error, requestId);
    return c.json(errorBody(error, requestId), error.status as 500, retryHeaders(error));
  };
  app.onError((thrown, c) => answer(c, toReelscopeError(thrown)));
  app.notFound((c) => answer(c, notServed()));
  return app;
}

/**
 * Reads a comment from the page of its link; pages of other origins can't send one.
 * @throws ReelscopeError `forbidden`, `unsupported_media_type`, `too_large`, `timeout`, `invalid_request`
 */
async function readComment(incoming: IncomingMessage): Promise<CreateCommentRequest> {
  const { origin, host } = incoming.headers;
  if (origin !== undefined && origin !== `http://${host}`)
    throw new ReelscopeError('forbidden', sentence('request.origin'));
  // Browsers send any other type across origins without asking first.
  if (!/^application\/json\b/i.test(incoming.headers['content-type'] ?? ''))
    throw new ReelscopeError('unsupported_media_type', sentence('request.not-json'));
  return CreateCommentRequest.parse(jsonOf(decode(await readBytes(incoming, COMMENT_BYTES, COMMENT_BODY_MS))));
}

/** Creates the only error for unserved paths; it reveals nothing about the loopback listener. */
export function notServed(): ReelscopeError {
  return new ReelscopeError('not_found', sentence('request.no-endpoint'));
}
