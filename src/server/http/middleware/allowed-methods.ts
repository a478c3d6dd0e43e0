import type { Hono } from 'hono';
import type { AppEnv } from '../context/app-env.ts';

/** Tells which methods a path takes, so that a wrong one can be answered with 405 and Allow. Call it after all routes. */
export function allowedMethods(app: Hono<AppEnv>): (path: string) => string[] {
  const patterns = app.routes
    .filter((route) => route.method !== 'ALL')
    .map((route) => ({ method: route.method, pattern: toPattern(route.path) }));
  return (path) => {
    const methods = new Set(patterns.filter(({ pattern }) => pattern.test(path)).map(({ method }) => method));
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
