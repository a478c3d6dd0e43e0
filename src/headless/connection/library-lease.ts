import { z } from 'zod';
import type { ApiClient } from '../../server/client/api-client.ts';
import { stderrLog } from '../output/log-sink.ts';
import { type Connection, connect } from './connect.ts';

/** Time after the last use until a library of this process is closed, in milliseconds. */
const IDLE_MS = 10_000;

const States = z.object({ status: z.string() }).array();

/**
 * A library that is opened for each use and closed soon after, or used through the server that has it open. A program
 * that runs for days must not keep the application from opening the library. It stays open while it analyzes.
 */
export function createLibraryLease(folder: string, idleMs = IDLE_MS) {
  let opening: Promise<Connection> | undefined;
  let closing: Promise<void> | undefined;
  let uses = 0;
  let timer: NodeJS.Timeout | undefined;

  const open = async (): Promise<Connection> => {
    await closing;
    opening ??= connect(folder, stderrLog('error')).catch((error: unknown) => {
      opening = undefined;
      throw error;
    });
    return opening;
  };

  const close = async (): Promise<void> => {
    clearTimeout(timer);
    const connection = opening;
    opening = undefined;
    closing = connection?.then((opened) => opened.close()).catch(() => {});
    await closing;
  };

  /** The server of another process may have ended since the last use. */
  const answering = async (): Promise<Connection> => {
    const connection = await open();
    if (connection.own) return connection;
    const answers = await connection.api.get('/health', z.unknown()).then(
      () => true,
      () => false,
    );
    if (answers) return connection;
    opening = undefined;
    return open();
  };

  /** An analysis of this process must go on. */
  const isNeeded = async ({ api, own }: Connection): Promise<boolean> => {
    if (!own) return false;
    const videos = await api.get('/videos', States);
    return videos.some(({ status }) => status === 'queued' || status === 'processing');
  };

  const closeWhenIdle = (): void => {
    clearTimeout(timer);
    timer = setTimeout(async () => {
      if (uses > 0 || !opening) return;
      const isBusy = await opening.then(isNeeded).catch(() => false);
      if (uses > 0) return;
      if (isBusy) closeWhenIdle();
      else await close();
    }, idleMs);
    timer.unref();
  };

  return {
    async use<Result>(work: (api: ApiClient) => Promise<Result>): Promise<Result> {
      uses++;
      try {
        const { api } = await answering();
        return await work(api);
      } finally {
        uses--;
        closeWhenIdle();
      }
    },

    /** Whether this process has the library open, or a connection to the server that has. */
    isOpen: (): boolean => opening !== undefined,
    close,
  };
}
