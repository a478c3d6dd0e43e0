import { parse } from 'node:path';
import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import { defineConfig, type HtmlTagDescriptor, type Plugin, type Rolldown } from 'vite';

/** The public share page's own code, which acts once it is loaded: no page of the window may load it. */
const SHARE_PAGE = /[\\/]renderer[\\/]share(?:[\\/]|\.html)/;
/** All other code. */
const WINDOW = { test: (id: string) => !SHARE_PAGE.test(id) };

/**
 * Name of a file after the group it is of; Rolldown appends every page that shares it, with characters no address of
 * ours has.
 */
const fileOf = (name: string, extension: string) => `assets/${name.split('~')[0]}-[hash]${extension}`;

/** Start of the window: its script, which sends the first requests, and then the file that renders it. */
const MAIN = /[\\/]renderer[\\/](?:main\.tsx|index\.html)$/;
const MOUNT = /[\\/]renderer[\\/]app[\\/]mount\.tsx$/;

/** Whether a file imports a module, over however many others; `later` as well those it loads when it needs them. */
function isImported(id: string, chunking: Rolldown.ChunkingContext, by: RegExp, { later = false } = {}): boolean {
  const importers = new Set([id]);
  for (const each of importers) {
    if (by.test(each)) return true;
    const module = chunking.getModuleInfo(each);
    for (const importer of module?.importers ?? []) importers.add(importer);
    if (later) for (const importer of module?.dynamicImporters ?? []) importers.add(importer);
  }
  return false;
}

/** Names the file that renders the window in the page, so that it is loaded along with the script that imports it. */
const preloadMount: Plugin = {
  name: 'reelscope:preload-mount',
  transformIndexHtml: {
    order: 'post',
    handler(_, { bundle, filename }) {
      if (!filename.endsWith('index.html')) return [];
      return Object.values(bundle ?? {}).flatMap((file) => {
        if (file.type !== 'chunk' || !MOUNT.test(file.facadeModuleId ?? '')) return [];
        const styles = [...(file.viteMetadata?.importedCss ?? [])];
        return [linkTo('modulepreload', file.fileName), ...styles.map((path) => linkTo('stylesheet', path))];
      });
    },
  },
};

function linkTo(rel: string, path: string): HtmlTagDescriptor {
  return { tag: 'link', attrs: { rel, crossorigin: true, href: `/${path}` }, injectTo: 'head' };
}

/** The window's pages alone; electron.vite.config.ts builds the same with the rest of the desktop application. */
export default defineConfig({
  root: 'src/renderer',
  // The server serves these files from its root and below pages of any depth.
  base: '/',
  publicDir: false,
  plugins: [react(), preloadMount],
  // See there: the window has no use for the schemas themselves.
  resolve: { alias: { zod: fileURLToPath(new URL('src/renderer/api/no-schemas.ts', import.meta.url)) } },
  build: {
    // Absolute, and minified, as electron-vite has other defaults: it takes a path from the project, and minifies
    // nothing.
    outDir: fileURLToPath(new URL('out/renderer', import.meta.url)),
    minify: true,
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
      // The file that renders the window is imported by the script, but divided like a start: an import in itself would
      // take all that packages offer, used or not.
      input: {
        index: 'src/renderer/index.html',
        share: 'src/renderer/share.html',
        mount: 'src/renderer/app/mount.tsx',
      },
      output: {
        chunkFileNames: ({ name }) => fileOf(name, '.js'),
        assetFileNames: ({ names }) => fileOf(parse(names[0] ?? 'asset').name, '[extname]'),
        // By default, every icon and helper that two pages share is a file, and a browser asks for six files of a
        // server at a time: a page waited longer for its 130 files than for its data.
        codeSplitting: {
          groups: [
            // Charts, which two panels load when they are opened: together with what else pages share, it would be
            // evaluated with each of these pages, which takes tens of milliseconds (it asks for the time zone).
            { name: 'charts', test: /[\\/]node_modules[\\/]uplot[\\/]/, priority: 6 },
            {
              name: (id, chunking) => (isImported(id, chunking, SHARE_PAGE) ? 'common' : null),
              tags: ['$initial'],
              priority: 5,
              ...WINDOW,
            },
            // Code that the share page loads later: together with the window's, it would start the window there.
            {
              name: (id, chunking) => (isImported(id, chunking, SHARE_PAGE, { later: true }) ? 'report' : null),
              tags: ['$initial'],
              priority: 4,
              ...WINDOW,
            },
            {
              name: (id, chunking) => (isImported(id, chunking, SHARE_PAGE, { later: true }) ? 'report-texts' : null),
              priority: 3,
              ...WINDOW,
            },
            {
              name: (id, chunking) => (isImported(id, chunking, MAIN) ? 'base' : null),
              tags: ['$initial'],
              priority: 2,
              ...WINDOW,
            },
            { name: 'mount', tags: ['$initial'], priority: 1, ...WINDOW },
            // Two files for the rest, packages and code of this project: of more, merged by the pages that use them,
            // some imported each other, and code ran before what it uses.
            { name: 'controls', test: /[\\/]node_modules[\\/]/, minShareCount: 2, priority: 0.5 },
            { name: 'shared', minShareCount: 2, ...WINDOW },
          ],
        },
      },
    },
  },
});
