import { defineConfig } from 'vitest/config';

/** `unit` needs nothing but this project; `e2e` drives the built product in a browser. */
export default defineConfig({
  test: {
    environment: 'node',
    // Native addons (FFmpeg, SQLite, ONNX) are not all safe in worker threads, and a crash must cost one file only.
    pool: 'forks',
    // Encoders and models use more than one core each; more workers than this only make each test slower.
    maxWorkers: 2,
    testTimeout: 60_000,
    hookTimeout: 60_000,
    projects: [
      {
        extends: true,
        test: { name: 'unit', include: ['test/**/*.test.ts'], exclude: ['test/e2e/**'] },
      },
      {
        extends: true,
        test: {
          name: 'e2e',
          globalSetup: ['test/e2e/support/global-setup.ts'],
          include: ['test/e2e/**/*.test.ts'],
          maxWorkers: 1,
          testTimeout: 120_000,
          hookTimeout: 120_000,
        },
      },
    ],
  },
});
