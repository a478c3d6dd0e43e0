import type { Server } from 'node:http';
import type { Socket } from 'node:net';
import { MIN_STALL_BYTES } from './http-limits.ts';

/**
 * Closes connections whose client reads too slowly while data waits for it: each holds a file, a buffer, or an encoder.
 * Connections that wait for the server are left alone, so that an event stream or a long request may be silent. A
 * player that was paused continues with a range request.
 */
export function closeStalledConnections(server: Server, stallMs: number): void {
  const progress = new Map<Socket, { sentBytes: number; sinceMs: number }>();
  server.on('connection', (socket: Socket) => {
    progress.set(socket, { sentBytes: 0, sinceMs: performance.now() });
    socket.once('close', () => progress.delete(socket));
  });
  const timer = setInterval(() => {
    const now = performance.now();
    for (const [socket, last] of progress) {
      // Bytes that the system has not accepted yet count as written, so they are subtracted.
      const sentBytes = socket.bytesWritten - socket.writableLength;
      const isWaiting = socket.writableLength === 0;
      if (isWaiting || sentBytes - last.sentBytes >= MIN_STALL_BYTES) progress.set(socket, { sentBytes, sinceMs: now });
      else if (now - last.sinceMs >= stallMs) socket.destroy();
    }
  }, stallMs / 4);
  timer.unref();
  server.once('close', () => clearInterval(timer));
}
