import { type Context, Hono } from 'hono';
import { ReelscopeError } from '../../../../contract/errors.ts';
import type { UploadState } from '../../../../contract/library/storage.ts';
import { sentence } from '../../../../core/texts/sentence.ts';
import type { AppEnv } from '../../context/app-env.ts';

/** Headers of uploads in parts, as in draft-ietf-httpbis-resumable-upload. */
const OFFSET = 'Upload-Offset';
const COMPLETE = 'Upload-Complete';

const storagePathOf = (c: Context<AppEnv, '/users/:user/:name'>) => {
  const { user, name } = c.req.param();
  return `users/${user}/${name}`;
};

function setState(c: Context<AppEnv>, { upload_offset, complete }: UploadState): void {
  c.header(OFFSET, String(upload_offset));
  c.header(COMPLETE, complete ? '?1' : '?0');
}

/** Position of a part in the file, and whether it is the last one. @throws ReelscopeError `invalid_request` */
function partOf(c: Context<AppEnv>): { offset: number; isLast: boolean } {
  const text = c.req.header(OFFSET) ?? '';
  if (!/^\d{1,15}$/.test(text)) throw new ReelscopeError('invalid_request', sentence('upload.offset-invalid'));
  return { offset: Number(text), isLast: c.req.header(COMPLETE) === '?1' };
}

/** Target of presigned upload URLs; outside /api, since the signature is the only credential. */
export const uploadRoutes = new Hono<AppEnv>()
  .put('/users/:user/:name', async (c) => {
    const result = await c.var.services.uploads.receiveUpload(storagePathOf(c), c.req.query(), c.env.incoming);
    return c.json(result, 200);
  })
  .patch('/users/:user/:name', async (c) => {
    const { uploads } = c.var.services;
    const received = await uploads
      .receivePart(storagePathOf(c), c.req.query(), c.env.incoming, partOf(c))
      .catch((error: unknown) => {
        const { upload_offset } = ((error instanceof ReelscopeError && error.details) || {}) as Partial<UploadState>;
        if (upload_offset !== undefined) c.header(OFFSET, String(upload_offset));
        throw error;
      });
    if ('file_path' in received) {
      setState(c, { upload_offset: received.file_size, complete: true });
      return c.json(received, 200);
    }
    setState(c, received);
    return c.body(null, 204);
  })
  // Hono answers HEAD by GET.
  .get('/users/:user/:name', async (c) => {
    const state = await c.var.services.uploads.uploadState(storagePathOf(c), c.req.query());
    setState(c, state);
    return c.json(state, 200);
  });
