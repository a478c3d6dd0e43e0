import type { Hono } from 'hono';
import type { AppEnv } from '../context/app-env.ts';

/**
 * Returns a lookup of the methods that a path accepts, for answering 405 with Allow. Call it after all routes are
 * registered. A path such as `/models/import` has its own, without those of `/models/:model_id`.
 */
export function allowedMethods(app: Hono<AppEnv>): (path: string) => string[] {
  const patterns = app.routes
    .filter((route) => route.method !== 'ALL')
    .map(({ method, path }) => ({ method, parameters: path.split('/:').length, pattern: toPattern(path) }));
  return (path) => {
    const fitting = patterns.filter(({ pattern }) => pattern.test(path));
    const fewest = Math.min(...fitting.map(({ parameters }) => parameters));
    const own = fitting.filter(({ parameters }) => parameters === fewest);
    const methods = new Set(own.map(({ method }) => method));
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
