import { defineConfig } from 'vitest/config';

/** What a browser test may need on a slow machine, and a turn of its own: it must not share two cores with encoders. */
const BROWSER = {
  globalSetup: ['test/e2e/support/global-setup.ts'],
  maxWorkers: 1,
  testTimeout: 120_000,
  hookTimeout: 120_000,
  sequence: { groupOrder: 1 },
};

/** `unit` needs nothing but this project; `e2e` drives the built product in a browser; `desktop` the built application. */
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
        test: { name: 'unit', include: ['test/**/*.test.ts'], exclude: ['test/e2e/**', 'test/electron/**'] },
      },
      {
        extends: true,
        test: {
          name: 'desktop',
          include: ['test/electron/**/*.test.ts'],
          globalSetup: ['test/electron/support/built.ts'],
          maxWorkers: 1,
          testTimeout: 120_000,
          hookTimeout: 120_000,
          // Projects that run at once must agree on maxWorkers.
          sequence: { groupOrder: 2 },
        },
      },
      { extends: true, test: { ...BROWSER, name: 'e2e', include: ['test/e2e/**/*.test.ts'] } },
      {
        extends: true,
        test: { ...BROWSER, name: 'core', include: ['test/e2e/{first-video,video-page}.test.ts'] },
      },
    ],
  },
});
