import type { Hono } from 'hono';
import type { AppEnv } from '../context/app-env.ts';

/**
 * Returns a lookup of the methods that a path accepts, for answering 405 with Allow. Call it after all routes are
 * registered. A literal path such as `/models/import` has its own, without those of `/models/:model_id`.
 */
export function allowedMethods(app: Hono<AppEnv>): (path: string) => string[] {
  const patterns = app.routes
    .filter((route) => route.method !== 'ALL')
    .map((route) => ({ method: route.method, path: route.path, pattern: toPattern(route.path) }));
  return (path) => {
    const fitting = patterns.filter(({ pattern }) => pattern.test(path));
    const literal = fitting.filter((route) => route.path === path);
    const methods = new Set((literal.length > 0 ? literal : fitting).map(({ method }) => method));
    if (methods.has('GET')) methods.add('HEAD');
    return [...methods].sort();
  };
}

/** `/videos/:job_id` and `/:part{.+}` as Hono writes them. */
function toPattern(path: string): RegExp {
  const source = path
    .split('/')
    .map((part) => {
      const [, custom] = /^:[^{]+(?:\{(.+)\})?$/.exec(part) ?? [];
      if (part.startsWith(':')) return custom ?? '[^/]+';
      return part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
    })
    .join('/');
  return new RegExp(`^${source}$`);
}
