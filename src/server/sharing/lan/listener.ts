import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { getRequestListener } from '@hono/node-server';
import type { Hono } from 'hono';
import { errorBody } from '../../errors/error-response.ts';
import { NetworkResponse, requestIdOf } from '../../http/serving/response-headers.ts';
import { closeStalledConnections } from '../../http/serving/stalled-connections.ts';
import { limitUnitOf, plainAddress } from './addresses.ts';
import { notServed } from './app.ts';

/** Everything that is served, matched against the raw request line before any decoding, parsing, or routing. */
const SERVED_PATHS =
  /^\/(?:s\/[A-Za-z0-9_-]{1,128}|assets\/[A-Za-z0-9_-][A-Za-z0-9_.-]{0,200}|api\/shared-reports\/[0-9a-f]{64}(?:\/comments)?|media\/shares\/[0-9a-f]{64}\/(?:[a-z0-9-]+\/){0,2}[a-z0-9-]+(?:\.[a-z0-9]+)?)$/;
/** A host name or an address with a port, without characters that would change the structure of a link. */
const HOST = /^(?:[A-Za-z0-9.-]{1,253}|\[[0-9A-Fa-f:.]{2,45}\])(?::\d{1,5})?$/;
/** The only path that takes a body. */
const COMMENTS = /^\/api\/shared-reports\/[0-9a-f]{64}\/comments$/;
const MEDIA = /^\/media\/shares\/([0-9a-f]{64})\//;

/** Limits against clients that hold resources without using them. Times in milliseconds. */
export interface LanLimits {
  connections: number;
  connectionsPerAddress: number;
  /** Per /64 network of IPv6 addresses: more, since all machines of a local network may share one. */
  connectionsPerNetwork: number;
  headersMs: number;
  /** Requests have no body here, or that of a comment, so they are complete soon after their headers. */
  requestMs: number;
  /** Time without any byte in either direction; a paused player requests a range later. */
  idleMs: number;
  /** For a response in progress whose client hardly reads. */
  stallMs: number;
  keepAliveMs: number;
  /** Interval at which running downloads are checked for expired and revoked links. */
  shareCheckMs: number;
}

export const LAN_LIMITS: LanLimits = {
  connections: 512,
  connectionsPerAddress: 64,
  connectionsPerNetwork: 256,
  headersMs: 10_000,
  requestMs: 15_000,
  idleMs: 120_000,
  stallMs: 120_000,
  keepAliveMs: 5000,
  shareCheckMs: 5000,
};

export interface LanListening {
  port: number;
  /** Ends open connections, running downloads included. */
  close(): Promise<void>;
}

export interface LanListenerParts {
  // biome-ignore lint/suspicious/noExplicitAny: any application; its variables are its own
  app: Hono<any>;
  port: number;
  /** Addresses to listen on; the first available one is used. */
  hosts: readonly string[];
  limits: LanLimits;
  /** Whether connections from this address are permitted. */
  isAllowedPeer(remote: string | undefined): boolean;
  /** Whether the report of a running download is still shared. */
  isOpen(hash: string): boolean;
}

/** Listens on the network. @throws system error (`EADDRINUSE`, `EACCES`) */
export async function listenOnLan(parts: LanListenerParts): Promise<LanListening> {
  const { limits, isAllowedPeer: isWelcome, isOpen } = parts;
  const handle = getRequestListener(parts.app.fetch);
  const downloads = new Map<ServerResponse, string>();
  const server = createServer(
    {
      headersTimeout: limits.headersMs,
      requestTimeout: limits.requestMs,
      keepAliveTimeout: limits.keepAliveMs,
      connectionsCheckingInterval: Math.min(1000, limits.headersMs),
      maxHeaderSize: 8192,
      requireHostHeader: false,
      ServerResponse: NetworkResponse,
    },
    (incoming, outgoing) => {
      const [path = '', hash] = pathOf(incoming);
      if (!SERVED_PATHS.test(path)) return refuse(incoming, outgoing);
      if (hash !== undefined) {
        downloads.set(outgoing, hash);
        outgoing.once('close', () => downloads.delete(outgoing));
      }
      void handle(incoming, outgoing);
    },
  );
  server.maxConnections = limits.connections;
  server.timeout = limits.idleMs;
  closeStalledConnections(server, limits.stallMs);
  capConnections(server, limits, isWelcome);
  // No tunnels, protocol upgrades, or `Expect: 100-continue`.
  for (const event of ['connect', 'upgrade'] as const) server.on(event, (_, socket: Duplex) => endMalformed(socket));
  for (const event of ['checkContinue', 'checkExpectation'] as const) server.on(event, refuse);
  server.on('clientError', (_, socket) => endMalformed(socket));
  await bind(server, parts.port, parts.hosts);
  const sweep = setInterval(() => {
    for (const [outgoing, hash] of downloads) if (!isOpen(hash)) outgoing.destroy();
  }, limits.shareCheckMs);
  sweep.unref();
  return {
    port: (server.address() as AddressInfo).port,
    async close() {
      clearInterval(sweep);
      const closed = once(server, 'close');
      server.close();
      server.closeAllConnections();
      await closed;
    },
  };
}

/** Path of a permitted request, and the report of its media; empty for any other request. */
function pathOf({ method, url = '', headers }: IncomingMessage): [path?: string, hash?: string] {
  const path = url.split('?', 1)[0]!;
  const isReading = method === 'GET' || method === 'HEAD';
  if (!(isReading || (method === 'POST' && COMMENTS.test(path))) || !HOST.test(headers.host ?? '')) return [];
  const hash = MEDIA.exec(path)?.[1];
  return hash === undefined ? [path] : [path, hash];
}

function capConnections(server: Server, limits: LanLimits, isWelcome: LanListenerParts['isAllowedPeer']): void {
  const open = new Map<string, number>();
  const countOf = (unit: string) => open.get(unit) ?? 0;
  server.on('connection', (socket: Socket) => {
    const address = plainAddress(socket.remoteAddress);
    const network = limitUnitOf(address);
    const isFull =
      countOf(address) >= limits.connectionsPerAddress ||
      (network !== address && countOf(network) >= limits.connectionsPerNetwork);
    if (!isWelcome(socket.remoteAddress) || isFull) return void socket.destroy();
    const units = new Set([address, network]);
    for (const unit of units) open.set(unit, countOf(unit) + 1);
    socket.once('close', () => {
      for (const unit of units) {
        const left = countOf(unit) - 1;
        if (left > 0) open.set(unit, left);
        else open.delete(unit);
      }
    });
  });
}

async function bind(server: Server, port: number, hosts: readonly string[]): Promise<void> {
  for (const [index, host] of hosts.entries()) {
    try {
      server.listen(port, host);
      await once(server, 'listening');
      return;
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException;
      const isMissing = code === 'EAFNOSUPPORT' || code === 'EADDRNOTAVAIL';
      if (!isMissing || index === hosts.length - 1) throw error;
    }
  }
}

function refuse(_: IncomingMessage, outgoing: ServerResponse): void {
  const body = JSON.stringify(errorBody(notServed(), requestIdOf(outgoing)));
  outgoing.writeHead(404, {
    'Content-Type': 'application/json',
    'Content-Length': Buffer.byteLength(body),
    Connection: 'close',
  });
  outgoing.end(body);
}

function endMalformed(socket: Duplex): void {
  if (!socket.writable) return void socket.destroy();
  const body = JSON.stringify(errorBody(notServed(), 'none'));
  const length = Buffer.byteLength(body);
  socket.end(
    `HTTP/1.1 404 Not Found\r\nContent-Type: application/json\r\nContent-Length: ${length}\r\nConnection: close\r\n\r\n${body}`,
  );
}
