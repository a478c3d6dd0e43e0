import { Hono } from 'hono';
import type { AppEnv } from '../context/app-env.ts';

/** Where presigned upload URLs lead; outside of /api, since the signature is all that is asked for. */
export const uploadRoutes = new Hono<AppEnv>().put('/users/:user/:name', async (c) => {
  const { user, name } = c.req.param();
  const result = await c.var.services.uploads.receiveUpload(`users/${user}/${name}`, c.req.query(), c.env.incoming);
  return c.json(result, 200);
});
