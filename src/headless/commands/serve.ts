import { once } from 'node:events';
import { isTerminalEvent } from '../../contract/analysis/events.ts';
import { ReelscopeError } from '../../contract/errors.ts';
import { createApiClient } from '../../server/client/api-client.ts';
import { isFolderInUse } from '../../server/hosting/folder-in-use.ts';
import type { Host } from '../../server/hosting/host.ts';
import { DEFAULT_PORT, parsePort, requestedPort } from '../../server/hosting/port.ts';
import type { RunningServer } from '../../server/start.ts';
import { type Command, EXIT, has, note, text, UsageError } from '../command.ts';
import { runningServer } from '../connection/connect.ts';
import { libraryFolder } from '../connection/with-library.ts';
import { EXEC_NOTES, EXEC_OPTION, execOf, type RunExec } from '../exec.ts';
import { createHeadlessHost } from '../host.ts';
import { stderrLog } from '../output/log-sink.ts';
import { buildWindow } from '../project-builds.ts';

/** `reelscope serve`: runs the server without a window until a signal. */
export const serveCommand: Command = {
  usage: ['serve'],
  options: {
    port: {
      type: 'string',
      value: 'N',
      help: `port on 127.0.0.1; 0 for any free port (default: REELSCOPE_PORT or ${DEFAULT_PORT})`,
    },
    ...EXEC_OPTION,
  },
  notes: [
    '--json prints one line when the server is ready: event, url, api_url, token, pid.',
    `If another server uses the library, its address is printed and the exit code is ${EXIT.inUse}.`,
    ...EXEC_NOTES,
  ],
  examples: [['serve --port 4800 --data-dir ./library', 'Serve a library of its own.']],

  async run(input) {
    if (input.positionals.length > 0) throw new UsageError('serve accepts no arguments.');
    const port = portOf(text(input, 'port'));
    const exec = execOf(input);
    // Other accounts may start the same installation.
    const problem = buildWindow({ stale: false });
    // Files of the library are for this account only.
    process.umask(0o077);
    if (problem) process.stderr.write(`${problem}\n`);
    const host = createHeadlessHost(libraryFolder(input), stderrLog('info'));
    const server = await startOrReport(host, port, has(input, 'json'));
    if (!server) return EXIT.inUse;
    const programs = exec && runAtEnds(server, exec);
    const { token } = await server.localToken();
    const { url, apiUrl } = server;
    const ready = { event: 'ready', url, api_url: apiUrl, token, pid: process.pid };
    process.stdout.write(has(input, 'json') ? `${JSON.stringify(ready)}\n` : welcome(url, apiUrl, token));
    if (!input.signal.aborted) await once(input.signal, 'abort');
    if (programs && programs.left() > 0) {
      // Programs use the server. No other analysis ends meanwhile.
      server.interruptJobs();
      note(input, 'Waiting for the program of --exec; another signal exits immediately.');
      await programs.done();
    }
    await server.close();
    return EXIT.done;
  },
};

/**
 * Runs the program of `--exec` at the end of each job, one at a time. @returns the number of runs left, and their end
 */
function runAtEnds(server: RunningServer, exec: RunExec): { left(): number; done(): Promise<void> } {
  const api = createApiClient(server.apiUrl, async () => (await server.localToken()).token);
  let left = 0;
  let last = Promise.resolve();
  server.services.events.subscribeAll((jobId, { name }) => {
    if (!isTerminalEvent(name)) return;
    left += 1;
    last = last
      .then(() => exec(api, jobId))
      .then(() => {
        left -= 1;
      });
  });
  return { left: () => left, done: () => last };
}

/** Starts the server. If one already runs on this folder, prints its link instead and returns undefined. */
async function startOrReport(host: Host, port: number, isScript: boolean): Promise<RunningServer | undefined> {
  try {
    const { startServer } = await import('../../server/start.ts');
    return await startServer(host, { port });
  } catch (error) {
    if (!(error instanceof ReelscopeError) || error.code !== 'conflict') throw error;
    const other = isScript || !isFolderInUse(error) ? undefined : await runningServer(host.folders.data);
    if (other) {
      const link = `  Sign in  ${other.url}/#token=${other.token}`;
      process.stdout.write(`Reelscope is already running on ${host.folders.data}.\n${link}\n`);
      return undefined;
    }
    const isPort = (error.cause as NodeJS.ErrnoException | undefined)?.code === 'EADDRINUSE';
    if (!isPort) throw error;
    throw new ReelscopeError('conflict', `${error.message} (--port N, or REELSCOPE_PORT)`, { cause: error });
  }
}

/** Welcome message of the server. The token is in the fragment, which is never sent to a server and so never logged. */
function welcome(url: string, apiUrl: string, token: string): string {
  return [
    `Reelscope is running at ${url}`,
    `  API      ${apiUrl} (documentation at ${apiUrl}/docs)`,
    `  Sign in  ${url}/#token=${token}`,
    'Press Ctrl+C to stop.',
    '',
  ].join('\n');
}

function portOf(option: string | undefined): number {
  if (option === undefined) return requestedPort();
  const port = parsePort(option);
  if (port === undefined) throw new UsageError('--port must be a number from 0 to 65535.');
  return port;
}
