import { createRoute, type RouteConfig } from '@hono/zod-openapi';
import type { MiddlewareHandler } from 'hono';
import type { z } from 'zod';
import type { AppEnv } from '../context/app-env.ts';
import { authenticate } from '../middleware/authenticate.ts';
import { confinedBody } from '../middleware/confinement.ts';
import { idempotent } from '../middleware/idempotent.ts';
import { readJsonBody } from '../middleware/json-body.ts';
import { refuseMisspelled } from '../middleware/known-fields.ts';
import { onlyReads, type RouteAccess } from '../middleware/route-access.ts';

/** Declarations of a route beside its request and responses. */
interface RouteExtras {
  /** Who may send the request; `public` for everybody, without signing in. */
  access: RouteAccess | 'public';
  /** Data of the server-sent events of the response, by name of the event. */
  events?: Readonly<Record<string, z.ZodType>>;
  /** Whether the body gives somebody rights; a misspelled limit in it is refused rather than ignored. */
  grants?: true;
}

type Route<Path extends string> = Omit<RouteConfig, 'path' | 'middleware' | 'security'> & { path: Path } & RouteExtras;

/** Defines a route with the middleware that its access and its body require. */
export function defineRoute<Path extends string, Definition extends Route<Path>>(definition: Definition) {
  return createRoute<Path, Definition & { middleware: MiddlewareHandler<AppEnv>[] }>({
    ...definition,
    middleware: guardsOf(definition),
  });
}

function guardsOf({ access, request, grants }: Route<string>): MiddlewareHandler<AppEnv>[] {
  const hasJsonBody = request?.body?.content['application/json'] !== undefined;
  if (access === 'public') return hasJsonBody ? [readJsonBody] : [];
  const refuse = grants ? [refuseMisspelled] : [];
  const once = onlyReads(access) ? [] : [idempotent];
  return [authenticate(access), ...(hasJsonBody ? [readJsonBody, ...refuse, confinedBody, ...once] : [])];
}
