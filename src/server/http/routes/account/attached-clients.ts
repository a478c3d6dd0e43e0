import { Hono } from 'hono';
import { ReelscopeError } from '../../../../contract/errors.ts';
import { sentence } from '../../../../core/texts/sentence.ts';
import type { AppEnv } from '../../context/app-env.ts';
import { authenticate } from '../../middleware/authenticate.ts';

/**
 * Where commands of this machine attach to the server of another command; outside /api, since it is between the two.
 */
export const attachedClientRoutes = new Hono<AppEnv>().get(
  '/',
  authenticate({ scope: 'read', localUser: true }),
  (c) => {
    const response = c.var.services.attachedClients.attach();
    if (!response) throw new ReelscopeError('not_ready', sentence('server.closing'));
    return response;
  },
);
