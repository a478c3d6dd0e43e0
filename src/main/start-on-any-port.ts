import { ReelscopeError } from '../contract/errors.ts';
import type { Host } from '../server/hosting/host.ts';
import { requestedPort } from '../server/hosting/port.ts';
import { type RunningServer, startServer } from '../server/start.ts';

/** Starts on the preferred port, or on any free one if it is in use: a window does not need a fixed port. */
export async function startOnAnyPort(host: Host): Promise<RunningServer> {
  try {
    return await startServer(host, { port: requestedPort() });
  } catch (error) {
    const cause = error instanceof ReelscopeError ? (error.cause as NodeJS.ErrnoException | undefined) : undefined;
    if (cause?.code !== 'EADDRINUSE' && cause?.code !== 'EACCES') throw error;
    return startServer(host, { port: 0 });
  }
}
