import type { Context, MiddlewareHandler } from 'hono';
import { ReelscopeError } from '../../../contract/errors.ts';
import { sentence } from '../../../core/texts/sentence.ts';
import { notFound } from '../../errors/lookup.ts';
import type { AppEnv } from '../context/app-env.ts';
import type { RouteAccess } from './route-access.ts';

/** Scopes of a question that reach beyond a project. */
const WIDE_SCOPES: ReadonlySet<unknown> = new Set(['library', 'story']);

/**
 * Limits a request of a key that is confined to projects. Other projects and their videos do not exist for the key.
 * @throws ReelscopeError `forbidden`, `not_found`
 */
export function confine(c: Context<AppEnv>, confinedTo: RouteAccess['confinedTo']): void {
  if (c.get('caller').projects === undefined || confinedTo === 'caller') return;
  if (confinedTo === 'video') return requireVideo(c, c.req.param('job_id') ?? '');
  if (confinedTo === 'project') return requireProject(c, c.req.param('project_id') ?? '');
  throw new ReelscopeError('forbidden', sentence('auth.projects'));
}

/** Checks the videos and projects that the body of a confined key names, wherever in it. Requires `readJsonBody`. */
export const confinedBody: MiddlewareHandler<AppEnv> = async (c, next) => {
  // Text that is not JSON is refused by the validators.
  if (c.get('caller').projects !== undefined) checkNames(c, await c.req.json().catch(() => null));
  await next();
};

function checkNames(c: Context<AppEnv>, value: unknown): void {
  if (typeof value !== 'object' || value === null) return;
  for (const [name, field] of Object.entries(value)) {
    if (name === 'job_id' || name === 'video_id') requireVideo(c, field);
    else if (name === 'job_ids' && Array.isArray(field)) for (const jobId of field) requireVideo(c, jobId);
    else if (name === 'project_id') requireProject(c, field);
    else if (name === 'type' && WIDE_SCOPES.has(field))
      throw new ReelscopeError('forbidden', sentence('auth.projects'));
    // Another file than the video's own; a session may be about anything.
    else if (name === 'storage_path' || name === 'session_id')
      throw new ReelscopeError('forbidden', sentence('auth.projects'));
    else checkNames(c, field);
  }
}

/** @throws ReelscopeError `not_found` */
function requireVideo(c: Context<AppEnv>, id: unknown): void {
  if (id === undefined || id === null) return;
  const { userId, projects = [] } = c.get('caller');
  if (!c.get('services').videos.isWithin(userId, String(id), projects)) throw notFound('video');
}

/** @throws ReelscopeError `not_found` */
function requireProject(c: Context<AppEnv>, id: unknown): void {
  if (id === undefined || id === null) return;
  if (!c.get('caller').projects?.includes(Number(id))) throw notFound('project');
}
