import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { createServer, type ProxyOptions } from 'vite';

/*
 * `npm run dev`: the server, restarted when its sources change, and the window by Vite with hot reload, both on this
 * machine only. The data folder is `.artifacts/dev-data`, so that trying things out leaves the user's own library alone
 * (REELSCOPE_DATA_DIR names another). `--json` prints one line with the addresses when ready.
 */
const ROOT = fileURLToPath(new URL('..', import.meta.url));
const DATA_FOLDER = process.env['REELSCOPE_DATA_DIR'] ?? join(ROOT, '.artifacts/dev-data');
/** Folders whose changes restart the server. Each job starts a new worker, which loads current code. */
const SERVER_SOURCES = [
  'base',
  'contract',
  'core',
  'media',
  'models',
  'storage',
  'modules',
  'pipeline',
  'db',
  'server',
  'headless',
];
/** Paths of the server; everything else is the window's. */
const SERVER_PATHS = ['/api', '/media', '/uploads', '/.well-known'];
const RESTART_DELAY_MS = 200;

const { values } = parseArgs({
  options: {
    port: { type: 'string', default: '5173' },
    'server-port': { type: 'string', default: '8471' },
    json: { type: 'boolean', default: false },
  },
});

interface Ready {
  url: string;
  token: string;
}

let child: ChildProcess | undefined;

/** Starts the server process. @returns its URL and an access token */
async function startServerProcess(port: string): Promise<Ready> {
  const args = ['src/headless/reelscope.ts', 'serve', '--json', '--port', port, '--data-dir', DATA_FOLDER];
  const started = spawn(process.execPath, args, { cwd: ROOT, stdio: ['ignore', 'pipe', 'inherit'] });
  child = started;
  const lines = createInterface(started.stdout!);
  const ended = once(started, 'exit').then(() => {
    throw new Error('The server exited.');
  });
  const line = await Promise.race([once(lines, 'line'), ended]);
  ended.catch(() => undefined);
  return JSON.parse(String(line[0])) as Ready;
}

async function stopServerProcess(): Promise<void> {
  if (!child || child.exitCode !== null || child.signalCode !== null) return;
  const exited = once(child, 'exit');
  child.kill('SIGTERM');
  await exited;
}

/**
 * Forwards a path to the server. The server accepts its own address only, as Host and as Origin, and builds absolute
 * URLs from it; the window has Vite's address, so both are exchanged. A foreign Origin is passed on, and refused.
 */
function proxyTo(server: string, window: () => string): ProxyOptions {
  return {
    target: server,
    changeOrigin: true,
    selfHandleResponse: true,
    // Modules in src/renderer/api share their prefix with the server's paths.
    bypass: ({ url }) => (/^\/api\/[\w-]+\.tsx?(\?|$)/.test(url ?? '') ? url : undefined),
    configure(proxy) {
      proxy.on('proxyReq', (request) => {
        if (request.getHeader('origin') === window()) request.setHeader('origin', server);
      });
      proxy.on('proxyRes', (from: IncomingMessage, _request, to: ServerResponse) => {
        const isJson = from.headers['content-type']?.startsWith('application/json');
        if (!isJson) {
          to.writeHead(from.statusCode!, from.headers);
          from.pipe(to);
          return;
        }
        const chunks: Buffer[] = [];
        from.on('data', (chunk: Buffer) => chunks.push(chunk));
        from.on('end', () => {
          const body = Buffer.from(Buffer.concat(chunks).toString('utf8').replaceAll(server, window()));
          to.writeHead(from.statusCode!, { ...from.headers, 'content-length': body.length });
          to.end(body);
        });
      });
    },
  };
}

const ready = await startServerProcess(values['server-port']);
const serverPort = new URL(ready.url).port;
let windowUrl = '';
const vite = await createServer({
  configFile: join(ROOT, 'vite.renderer.config.ts'),
  root: join(ROOT, 'src/renderer'),
  clearScreen: false,
  // The build's inputs are relative to the project; the scan for packages wants them relative to the root above.
  optimizeDeps: { entries: ['index.html', 'share.html'] },
  logLevel: values.json ? 'error' : 'info',
  server: {
    host: '127.0.0.1',
    port: Number(values.port),
    proxy: Object.fromEntries(SERVER_PATHS.map((path) => [path, proxyTo(ready.url, () => windowUrl)])),
  },
  plugins: [
    {
      name: 'reelscope:share-page',
      configureServer({ middlewares }) {
        middlewares.use((request, _response, next) => {
          if (request.url?.startsWith('/s/')) request.url = '/share.html';
          next();
        });
      },
    },
  ],
});
await vite.listen();
const address = vite.httpServer!.address();
windowUrl = `http://127.0.0.1:${typeof address === 'object' ? address!.port : values.port}`;
const signIn = `${windowUrl}/#token=${ready.token}`;
console.log(
  values.json
    ? JSON.stringify({ url: windowUrl, server_url: ready.url, token: ready.token })
    : `Window   ${windowUrl}\nServer   ${ready.url} (data in ${DATA_FOLDER})\nSign in  ${signIn}`,
);

let timer: NodeJS.Timeout | undefined;
let restarting = Promise.resolve();
const sources = SERVER_SOURCES.map((folder) => join(ROOT, 'src', folder));
vite.watcher.add(sources);
vite.watcher.on('all', (_event, file) => {
  if (!sources.some((folder) => file.startsWith(folder))) return;
  clearTimeout(timer);
  timer = setTimeout(() => {
    restarting = restarting.then(async () => {
      if (!values.json) console.log('Server sources changed; restarting the server.');
      await stopServerProcess();
      await startServerProcess(serverPort).catch((error: Error) =>
        console.error(`${error.message} Waiting for changes.`),
      );
    });
  }, RESTART_DELAY_MS);
});

// Vite exits on SIGTERM itself, possibly before the server has stopped.
process.on('exit', () => void child?.kill('SIGTERM'));
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.once(signal, async () => {
    clearTimeout(timer);
    await Promise.all([restarting.then(stopServerProcess), vite.close()]);
    process.exit(0);
  });
}
