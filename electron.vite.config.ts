import { defineConfig } from 'electron-vite';
import type { Plugin } from 'vite';
import { BUNDLED_PACKAGES } from './bundled-packages.ts';
import renderer from './vite.renderer.config.ts';

/**
 * The local server serves the window's files to browsers as well, from its root and below pages of any depth, so
 * their addresses must be absolute; electron-vite's production default (`./`) is for file:// pages.
 */
const absoluteBase: Plugin = {
  name: 'reelscope:absolute-base',
  enforce: 'post',
  config: () => ({ base: '/' }),
};

export default defineConfig({
  main: {
    build: {
      externalizeDeps: { exclude: BUNDLED_PACKAGES },
      sourcemap: true,
      rolldownOptions: {
        input: {
          index: 'src/main/index.ts',
          worker: 'src/pipeline/worker.ts',
          'scan-thread': 'src/db/vectors/scan-thread.ts',
          'check-thread': 'src/db/recovery/check-thread.ts',
          'document-thread': 'src/server/exports/documents/document-thread.ts',
        },
        // Flat, so that code in a shared chunk finds worker.js and the threads beside itself.
        output: { entryFileNames: '[name].js', chunkFileNames: '[name]-[hash].js' },
      },
    },
  },
  preload: {
    build: {
      // A sandboxed preload script is one CommonJS file that can require nothing but Electron.
      externalizeDeps: false,
      sourcemap: true,
      rolldownOptions: {
        input: { index: 'src/preload/index.ts' },
        output: { format: 'cjs', entryFileNames: '[name].cjs' },
      },
    },
  },
  renderer: { ...renderer, plugins: [...(renderer.plugins ?? []), absoluteBase] },
});
