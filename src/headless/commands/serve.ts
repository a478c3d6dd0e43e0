import { once } from 'node:events';
import { ReelscopeError } from '../../contract/errors.ts';
import { defaultDataFolder } from '../../server/hosting/data-folder.ts';
import { isFolderInUse } from '../../server/hosting/folder-in-use.ts';
import type { Host } from '../../server/hosting/host.ts';
import { DEFAULT_PORT, parsePort, requestedPort } from '../../server/hosting/port.ts';
import { type RunningServer, startServer } from '../../server/start.ts';
import { type Command, DATA_HELP, DATA_OPTIONS, EXIT, text, UsageError } from '../command.ts';
import { runningServer } from '../connect.ts';
import { createHeadlessHost } from '../host.ts';
import { stderrLog } from '../log-sink.ts';
import { buildWindow } from '../window-files.ts';

/** `reelscope serve`: runs the server without a window until a signal. */
export const serveCommand: Command = {
  name: 'serve',
  summary: 'Run the server without a window.',
  usage: 'serve [--data-dir DIR] [--port N] [--json]',
  help: [
    ...DATA_HELP,
    `--port N         port on 127.0.0.1; 0 for any free port (default: REELSCOPE_PORT or ${DEFAULT_PORT})`,
    '--json           print one line of JSON when ready: event, url, api_url, token, pid',
  ],
  options: { ...DATA_OPTIONS, port: { type: 'string' }, json: { type: 'boolean' } },

  async run(input) {
    if (input.positionals.length > 0) throw new UsageError('serve accepts no arguments.');
    // Files of the library are for this account only.
    process.umask(0o077);
    const port = portOf(text(input, 'port'));
    const problem = buildWindow({ stale: false });
    if (problem) process.stderr.write(`${problem}\n`);
    const host = createHeadlessHost(text(input, 'data-dir') ?? defaultDataFolder(), stderrLog('info'));
    const server = await startOrReport(host, port, input.values['json'] === true);
    if (!server) return EXIT.done;
    const { token } = await server.localToken();
    const { url, apiUrl } = server;
    const ready = { event: 'ready', url, api_url: apiUrl, token, pid: process.pid };
    process.stdout.write(input.values['json'] ? `${JSON.stringify(ready)}\n` : welcome(url, apiUrl, token));
    if (!input.signal.aborted) await once(input.signal, 'abort');
    await server.close();
    return EXIT.done;
  },
};

/** Starts the server. If one already runs on this folder, prints its link instead and returns undefined. */
async function startOrReport(host: Host, port: number, isScript: boolean): Promise<RunningServer | undefined> {
  try {
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
