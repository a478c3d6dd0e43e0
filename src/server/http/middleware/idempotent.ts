import { createHash } from 'node:crypto';
import type { Context, MiddlewareHandler } from 'hono';
import { ReelscopeError } from '../../../contract/errors.ts';
import { IDEMPOTENCY_HEADER, IDEMPOTENCY_KEY, REPLAYED_HEADER } from '../../../contract/idempotency.ts';
import { sentence } from '../../../core/texts/sentence.ts';
import type { AppEnv } from '../context/app-env.ts';

/** Statuses of responses that a repetition should not get: the request may succeed then. */
const NOT_KEPT: ReadonlySet<number> = new Set([408, 429, 499]);

/** Routes of people, whose responses must not outlive them. */
const OF_PEOPLE = /\/people(?:\/|$)/;

/**
 * Executes a POST with an `Idempotency-Key` once (draft-ietf-httpapi-idempotency-key-header): its repetition gets the
 * first response. Only JSON responses are kept; files, event streams, and whatever is about people are made again.
 * Requires `authenticate` and a body in memory. A route that only reads doesn't need it: its kept responses would show
 * what was deleted, or moved out of the projects of a key, since.
 */
export const idempotent: MiddlewareHandler<AppEnv> = async (c, next) => {
  const header = c.req.method === 'POST' ? c.req.header(IDEMPOTENCY_HEADER) : undefined;
  if (header === undefined) return next();
  const [, quoted, bare] = IDEMPOTENCY_KEY.exec(header) ?? [];
  const key = quoted ?? bare;
  if (key === undefined) throw new ReelscopeError('invalid_request', sentence('idempotency.key'));
  const attempt = c.get('services').idempotency.begin(c.get('caller'), key, await fingerprintOf(c));
  if (attempt.reply) {
    const { body, status } = attempt.reply;
    return c.body(body, status as 200, { 'Content-Type': 'application/json', [REPLAYED_HEADER]: 'true' });
  }
  try {
    await next();
    const isPersonal = c.get('isPersonal') || OF_PEOPLE.test(c.req.path);
    attempt.end(!isPersonal && isKept(c.res) ? { status: c.res.status, body: await c.res.clone().text() } : undefined);
  } catch (error) {
    attempt.end(undefined);
    throw error;
  }
};

function isKept({ status, headers }: Response): boolean {
  const isTemporary = status >= 500 || NOT_KEPT.has(status) || headers.has('Retry-After');
  return !isTemporary && /^application\/json\b/.test(headers.get('Content-Type') ?? '');
}

/** Hash of method, URL, and body. */
async function fingerprintOf(c: Context<AppEnv>): Promise<string> {
  const { pathname, search } = new URL(c.req.url);
  const hash = createHash('sha256').update(`${c.req.method} ${pathname}${search}\n`);
  return hash.update(await c.req.text()).digest('hex');
}
