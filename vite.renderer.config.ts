import { parse } from 'node:path';
import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import { defineConfig, type Rolldown } from 'vite';

/** The public share page's own code, which acts once it is loaded: no page of the window may load it. */
const SHARE_PAGE = /[\\/]renderer[\\/]share(?:[\\/]|\.html)/;
/** All other code. */
const WINDOW = { test: (id: string) => !SHARE_PAGE.test(id) };

/** Name of a file after the group it is of; Rolldown appends every page that shares it, with characters no address of ours has. */
const fileOf = (name: string, extension: string) => `assets/${name.split('~')[0]}-[hash]${extension}`;

/** Whether the share page imports a module, over however many others; `later` as well those it loads when it needs them. */
function isShared(id: string, chunking: Rolldown.ChunkingContext, { later }: { later: boolean }): boolean {
  const importers = new Set([id]);
  for (const each of importers) {
    if (SHARE_PAGE.test(each)) return true;
    const module = chunking.getModuleInfo(each);
    for (const importer of module?.importers ?? []) importers.add(importer);
    if (later) for (const importer of module?.dynamicImporters ?? []) importers.add(importer);
  }
  return false;
}

/** The window's pages alone; electron.vite.config.ts builds the same with the rest of the desktop application. */
export default defineConfig({
  root: 'src/renderer',
  // The server serves these files from its root and below pages of any depth.
  base: '/',
  publicDir: false,
  plugins: [react()],
  // See there: the window has no use for the schemas themselves.
  resolve: { alias: { zod: fileURLToPath(new URL('src/renderer/api/no-schemas.ts', import.meta.url)) } },
  build: {
    outDir: '../../out/renderer',
    emptyOutDir: true,
    // light-dark(), oklch() and nesting stay as written; every engine in use since 2024 has them.
    target: 'es2023',
    cssTarget: ['chrome123', 'firefox128', 'safari17.5'],
    // Icons and pictures as files: the content security policy allows no data: addresses but for images.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    sourcemap: true,
    rolldownOptions: {
      // Schemas that no other code uses are left out.
      treeshake: { manualPureFunctions: ['z'] },
      input: { index: 'src/renderer/index.html', share: 'src/renderer/share.html' },
      output: {
        chunkFileNames: ({ name }) => fileOf(name, '.js'),
        assetFileNames: ({ names }) => fileOf(parse(names[0] ?? 'asset').name, '[extname]'),
        // By default, every icon and helper that two pages share is a file, and a browser asks for six files of a server at a
        // time: a page waited longer for its 130 files than for its data.
        codeSplitting: {
          groups: [
            {
              name: (id, chunking) => (isShared(id, chunking, { later: false }) ? 'common' : null),
              tags: ['$initial'],
              priority: 4,
              ...WINDOW,
            },
            // Code that the share page loads later: together with the window's, it would start the window there.
            {
              name: (id, chunking) => (isShared(id, chunking, { later: true }) ? 'report' : null),
              tags: ['$initial'],
              priority: 3,
              ...WINDOW,
            },
            {
              name: (id, chunking) => (isShared(id, chunking, { later: true }) ? 'report-texts' : null),
              priority: 2,
              ...WINDOW,
            },
            { name: 'base', tags: ['$initial'], priority: 1, ...WINDOW },
            { name: 'shared', minShareCount: 2, entriesAware: true, entriesAwareMergeThreshold: 60_000, ...WINDOW },
          ],
        },
      },
    },
  },
});
