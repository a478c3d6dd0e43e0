import { createHeadlessHost } from '../../src/headless/host.ts';
import { toReelscopeError } from '../../src/server/errors/error-response.ts';
import { type RunningServer, startServer } from '../../src/server/start.ts';
import type { ServerCall, ServerMessage } from './messages.ts';

/** A server for the main process in another runtime: `node server-program.ts <data folder> <port>`, with a channel. */
const [folder = '', port = '0'] = process.argv.slice(2);
const send = (message: ServerMessage) => void process.send?.(message);

function serve(server: RunningServer): void {
  const { activity, services } = server;
  let resume: (() => void) | undefined;
  activity.onChange(() => send({ kind: 'changed', snapshot: activity.snapshot() }));
  activity.onNews((news) => send({ kind: 'news', news }));
  const calls: Record<ServerCall['call'], (argument: string) => unknown> = {
    localToken: () => server.localToken(),
    sourceFile: (jobId) => server.sourceFile(jobId),
    diagnostics: () => services.about.diagnostics(),
    interruptJobs() {
      resume = server.interruptJobs();
    },
    resumeJobs: () => resume?.(),
    close: async () => {
      await server.close();
      process.exit();
    },
  };
  process.on('message', async ({ id, call, argument }: ServerCall) =>
    send({ kind: 'answer', id, value: await calls[call](argument) }),
  );
  process.on('disconnect', () => void calls.close(''));
  send({ kind: 'ready', url: server.url, snapshot: activity.snapshot() });
}

const host = createHeadlessHost(folder, () => {});
const window = process.env['REELSCOPE_SCRIPT_PAGES'] ?? '';
startServer({ ...host, folders: { ...host.folders, window } }, { port: Number(port) }).then(
  serve,
  (thrown: unknown) => {
    const { code, message, details, cause } = toReelscopeError(thrown);
    send({ kind: 'failed', code, message, details, cause: (cause as NodeJS.ErrnoException | undefined)?.code });
    process.disconnect?.();
  },
);
