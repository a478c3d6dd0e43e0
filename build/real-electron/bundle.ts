import { cpSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { build, type Plugin } from 'vite';
import PACKAGE from '../../package.json' with { type: 'json' };

const ROOT = join(import.meta.dirname, '../..');
const SERVER = join(ROOT, 'src/server/start.ts');
const REMOTE_SERVER = join(import.meta.dirname, 'remote-server.ts');

/** Polyfills of functions that the main process uses, and Node 18 and Electron 25 lack. */
const MAIN_POLYFILL = `URL.parse ??= (url, base) => { try { return new URL(url, base); } catch { return null; } };
process.getBuiltinModule ??= require;
Promise.withResolvers ??= function () { const parts = {}; parts.promise = new this((resolve, reject) => Object.assign(parts, { resolve, reject })); return parts; };
require('electron').safeStorage.getSelectedStorageBackend ??= () => 'basic_text';`;
/** Polyfill of what the preload script uses and Electron 25 lacks: files had their path as a property. */
const PRELOAD_POLYFILL = "require('electron').webUtils ??= { getPathForFile: (file) => file.path ?? '' };";

/** The server can't run in this runtime (better-sqlite3 needs a newer Node-API), so it runs in a process of Node. */
const remoteServer: Plugin = {
  name: 'reelscope:remote-server',
  enforce: 'pre',
  async resolveId(source, importer) {
    const found = importer && importer !== REMOTE_SERVER && (await this.resolve(source, importer, { skipSelf: true }));
    return found && found.id === SERVER ? REMOTE_SERVER : null;
  },
};

async function bundle(input: string, outDir: string, name: string, banner: string): Promise<void> {
  await build({
    configFile: false,
    root: ROOT,
    logLevel: 'warn',
    publicDir: false,
    plugins: [remoteServer],
    ssr: { noExternal: true, external: ['electron'] },
    build: {
      ssr: true,
      outDir,
      target: 'node18',
      minify: false,
      rolldownOptions: {
        input: join(ROOT, input),
        output: { format: 'cjs', entryFileNames: name, codeSplitting: false, banner },
      },
    },
  });
}

/** Builds the window for this runtime's Chromium, which lacks `light-dark()`. @returns its folder */
export async function buildPages(folder: string): Promise<string> {
  const outDir = join(folder, 'pages');
  await build({
    configFile: join(ROOT, 'vite.renderer.config.ts'),
    root: join(ROOT, 'src/renderer'),
    logLevel: 'warn',
    build: { outDir, cssTarget: 'chrome114', sourcemap: false },
  });
  return outDir;
}

/** Builds the main process and the preload script as the application of the runtime, into `app`. */
export async function buildApplication(app: string): Promise<void> {
  rmSync(app, { recursive: true, force: true });
  mkdirSync(app, { recursive: true });
  await bundle('src/main/index.ts', join(app, 'out/main'), 'index.js', MAIN_POLYFILL);
  await bundle('src/preload/index.ts', join(app, 'out/preload'), 'index.cjs', PRELOAD_POLYFILL);
  cpSync(join(ROOT, 'resources'), join(app, 'resources'), { recursive: true });
  const { name, version, main, desktopName } = PACKAGE;
  const manifest = { name, productName: 'Reelscope', version, main, desktopName };
  writeFileSync(join(app, 'package.json'), JSON.stringify(manifest));
}
