import { defineConfig } from 'vite';
import { BUNDLED_PACKAGES } from './bundled-packages.ts';

/** The command line, its worker, and its threads for plain Node 22 and later, which can't run TypeScript itself. */
export default defineConfig({
  publicDir: false,
  ssr: { noExternal: [...BUNDLED_PACKAGES] },
  build: {
    // For Node.
    ssr: true,
    outDir: 'out/headless',
    emptyOutDir: true,
    target: 'node22',
    minify: false,
    sourcemap: true,
    reportCompressedSize: false,
    rolldownOptions: {
      input: {
        reelscope: 'src/headless/reelscope.ts',
        worker: 'src/pipeline/worker.ts',
        'scan-thread': 'src/db/vectors/scan-thread.ts',
        'check-thread': 'src/db/recovery/check-thread.ts',
        'document-thread': 'src/server/exports/documents/document-thread.ts',
      },
      // Flat, so that code in a shared chunk finds worker.js and the threads beside itself.
      output: { format: 'es', entryFileNames: '[name].js', chunkFileNames: '[name]-[hash].js' },
    },
  },
});
