import type { McpHttpHandler } from '@modelcontextprotocol/server';
import type { Context } from 'hono';
import { Hono } from 'hono';
import type { Logger } from '../../base/logger.ts';
import { API_KEY_START } from '../../contract/account/keys.ts';
import { createApiClient } from '../client/api-client.ts';
import type { AppEnv } from './context/app-env.ts';
import type { Services } from './context/services.ts';
import { originOf } from './routes/origin.ts';

/** Maximum number of open streams of notifications. */
const MAX_SUBSCRIPTIONS = 16;
/** Header of requests to the handler, which has the place of the caller's credential. */
const ORIGIN = 'x-reelscope-origin';

/**
 * MCP over streamable HTTP, without sessions: each request has its credential, and a server of its own that calls the
 * API with it, so that agents can do just what the API allows its user.
 */
export function mcpRoutes(services: Services, log: Logger): Hono<AppEnv> {
  let handler: Promise<McpHttpHandler> | undefined;

  const answer = async (c: Context<AppEnv>): Promise<Response> => {
    const token = credentialOf(c.env.incoming.headers.authorization);
    const header = token?.startsWith(API_KEY_START) ? token : c.env.incoming.headers.authorization;
    const caller = await services.authenticator.authenticate(header);
    c.set('caller', caller);
    const { method } = c.req;
    const headers = new Headers(c.req.header());
    headers.delete('authorization');
    headers.set(ORIGIN, originOf(c));
    const body = method === 'POST' ? await c.req.text() : undefined;
    const init = { method, headers, ...(body !== undefined && { body }), signal: c.req.raw.signal };
    const authInfo = { token: token ?? '', clientId: String(caller.userId), scopes: [] };
    handler ??= createHandler(services, log);
    return (await handler).fetch(new Request(c.req.url, init), { authInfo });
  };
  return new Hono<AppEnv>().all('/', answer);
}

/** Loads the protocol at its first use, since it would delay every start by a tenth of a second. */
async function createHandler(services: Services, log: Logger): Promise<McpHttpHandler> {
  const { createAgentServer, createConsentCodec, createMcpHandler } = await import('../mcp/agent-server.ts');
  const codec = createConsentCodec();
  return createMcpHandler(
    ({ authInfo, requestInfo }) => {
      const credential = authInfo?.token ?? '';
      const api = createApiClient(`${requestInfo?.headers.get(ORIGIN)}/api`, async () => credential);
      const { agentSettings } = services;
      const permissions = async () => ({
        analyzeFolders: agentSettings.get().analyze_folders,
        allowOnce: agentSettings.allowOnce,
      });
      return createAgentServer({
        version: services.version,
        library: { use: (work) => work(api) },
        permissions,
        codec,
      });
    },
    {
      maxSubscriptions: MAX_SUBSCRIPTIONS,
      onerror: (error) => log.debug('MCP request', { reason: error.message }),
    },
  );
}

/** The credential of a header: clients of MCP send keys as Bearer, too. */
function credentialOf(header: string | undefined): string | undefined {
  return header?.replace(/^bearer +/i, '');
}
