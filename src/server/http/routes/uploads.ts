import { Hono } from 'hono';
import type { AppEnv } from '../context/app-env.ts';

/** Target of presigned upload URLs; outside /api, since the signature is the only credential. */
export const uploadRoutes = new Hono<AppEnv>().put('/users/:user/:name', async (c) => {
  const { user, name } = c.req.param();
  const result = await c.var.services.uploads.receiveUpload(`users/${user}/${name}`, c.req.query(), c.env.incoming);
  return c.json(result, 200);
});
