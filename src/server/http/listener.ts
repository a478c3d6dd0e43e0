import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Duplex } from 'node:stream';
import { getRequestListener } from '@hono/node-server';
import type { Hono } from 'hono';
import { markTruncated } from '../../base/truncated-streams.ts';
import { ReelscopeError } from '../../contract/errors.ts';
import { sentence } from '../../core/texts/sentence.ts';
import { errorBody, toReelscopeError } from '../errors/error-response.ts';
import { retryHeaders } from '../errors/retry-after.ts';
import type { AppEnv } from './context/app-env.ts';
import { guardOrigin, guardTarget } from './middleware/guard.ts';
import { HTTP_LIMITS, type HttpLimits } from './serving/http-limits.ts';
import { PreparedResponse, requestIdOf } from './serving/response-headers.ts';
import { closeStalledConnections } from './serving/stalled-connections.ts';

/** Time for a request's headers, in milliseconds. Bodies have separate limits, since an upload may take hours. */
const HEADERS_TIMEOUT_MS = 30_000;

/** Answers a request that passed the guards. */
export type RequestHandler = Hono<AppEnv>['fetch'];

/** A request and its response. */
interface OpenRequest {
  incoming: IncomingMessage;
  outgoing: ServerResponse;
}

export interface Listening {
  port: number;
  /** Ends open connections, event streams and uploads included. */
  close(): Promise<void>;
  /**
   * Ends responses in progress to requests from before a time (`performance.now()`); clients of streams connect again.
   */
  endResponses(before: number): void;
}

/**
 * Listens on the loopback address only. @param port 0 = any free port @throws ReelscopeError `conflict` if the port
 * is taken
 */
export async function listen(
  fetch: RequestHandler,
  port: number,
  trustedOrigins: readonly string[],
  { stallMs }: HttpLimits = HTTP_LIMITS,
): Promise<Listening> {
  const handle = getRequestListener(fetch);
  /** Responses in progress, with the time of their requests. */
  const open = new Map<ServerResponse, number>();
  /** The request that each connection is sending. */
  const requests = new WeakMap<Duplex, OpenRequest>();
  let ownPort = port;
  // Node would reject a request without a Host header in its own format; the guard rejects it with the common error
  // body.
  const limits = {
    requestTimeout: 0,
    headersTimeout: HEADERS_TIMEOUT_MS,
    requireHostHeader: false,
    ServerResponse: PreparedResponse,
  };
  const server = createServer(limits, (incoming, outgoing) => {
    requests.set(incoming.socket, { incoming, outgoing });
    open.set(outgoing, performance.now());
    outgoing.once('close', () => open.delete(outgoing));
    try {
      guardTarget(incoming.url);
      guardOrigin(incoming.headers, ownPort, trustedOrigins);
    } catch (thrown) {
      return refuse(outgoing, thrown);
    }
    void handle(incoming, outgoing);
  });
  server.on('clientError', (cause, socket) => endBody(requests.get(socket), cause) || refuseMalformed(cause, socket));
  closeStalledConnections(server, stallMs);
  await bind(server, port);
  ownPort = (server.address() as AddressInfo).port;
  return {
    port: ownPort,
    endResponses(before) {
      // Those that have not begun are answered yet, such as the request that reopened the library.
      for (const [outgoing, since] of open) if (since < before && outgoing.headersSent) outgoing.destroy();
    },
    async close() {
      const closed = once(server, 'close');
      server.close();
      server.closeAllConnections();
      await closed;
    },
  };
}

async function bind(server: Server, port: number): Promise<void> {
  server.listen(port, '127.0.0.1');
  try {
    await once(server, 'listening');
  } catch (cause) {
    throw new ReelscopeError('conflict', sentence('port.taken', { port: String(port) }), {
      cause,
    });
  }
}

function refuse(outgoing: ServerResponse, thrown: unknown): void {
  const error = toReelscopeError(thrown);
  const body = JSON.stringify(errorBody(error, requestIdOf(outgoing)));
  outgoing.writeHead(error.status, {
    'Content-Type': 'application/json',
    'Content-Length': Buffer.byteLength(body),
    ...retryHeaders(error),
    Connection: 'close',
  });
  outgoing.end(body);
}

/**
 * Ends the body of a request whose sender has closed its side of the connection, so that its reader finds it incomplete
 * and answers on the open side.
 * @returns whether the error was that
 */
function endBody(request: OpenRequest | undefined, cause: Error & { code?: string }): boolean {
  if (cause.code !== 'HPE_INVALID_EOF_STATE' || !request || request.incoming.complete) return false;
  const { incoming } = request;
  markTruncated(incoming);
  // An incomplete request would close the connection with its stream.
  incoming.complete = true;
  if (!incoming.readableEnded) incoming.push(null);
  request.outgoing.shouldKeepAlive = false;
  return true;
}

/** Answers malformed HTTP with the common error body. */
function refuseMalformed(cause: Error & { code?: string }, socket: Duplex): void {
  if (cause.code === 'ECONNRESET' || !socket.writable) return void socket.destroy();
  const code = cause.code === 'ERR_HTTP_REQUEST_TIMEOUT' ? 'timeout' : 'invalid_request';
  const error = new ReelscopeError(
    code,
    code === 'timeout' ? sentence('request.timeout') : sentence('request.not-http'),
  );
  const body = JSON.stringify(errorBody(error, 'none'));
  const head = `HTTP/1.1 ${error.status} Error\r\nContent-Type: application/json\r\nContent-Length: ${Buffer.byteLength(body)}\r\nConnection: close\r\n\r\n`;
  socket.end(head + body);
}
