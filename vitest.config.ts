import { globSync, readFileSync } from 'node:fs';
import { defineConfig } from 'vitest/config';

/** Time limits for slow machines, and a group of its own: browser tests must not share two cores with encoders. */
const BROWSER = {
  globalSetup: ['test/e2e/support/global-setup.ts'],
  testTimeout: 120_000,
  hookTimeout: 120_000,
  // They wait for the page most of the time.
  maxWorkers: 3,
  sequence: { groupOrder: 1 },
};

/** Tests that `npm test` leaves to `npm run test:all`: the whole of what it tries a sample of. */
const EXTENDED_ONLY = 'test/**/*.extended.test.ts';

/** Tests in other projects than `unit`. */
const OTHERS = ['test/clients/**', 'test/e2e/**', 'test/electron/**', 'test/fire/**', EXTENDED_ONLY];

/** Returns the unit tests whose text matches a pattern. */
const testsWith = (pattern: RegExp) =>
  globSync('test/**/*.test.ts', { exclude: OTHERS }).filter((file) => pattern.test(readFileSync(file, 'utf8')));

/**
 * Tests that replace modules, or say that they spoil their process: none of this may reach the tests of other files.
 */
const ALONE = testsWith(/vi\.mock\(|^\/\/ @alone/m);

/** Tests that try a sample in `npm test`, and everything in `npm run test:all`. */
const SAMPLED = testsWith(/fixtures\/extended\.ts/);

/** The browser test of `npm test`: from a first file to its findings. */
const CORE = 'test/e2e/first-video.test.ts';

/** Tests of the command line, which run a build of it. */
const COMMANDS = ['test/headless/**/*.test.ts', 'test/docs/{cli,mcp,scale}.test.ts'];

/**
 * `unit`, `alone`, and `commands` need only this project; `extended` and `extended-alone` try in full what these
 * sample; `core` and `e2e` drive the built window in a browser; `desktop` drives the built application; `fire` attacks
 * a real server (docs/reliability.md); `clients` needs the Python tools of test/clients/requirements.txt.
 */
export default defineConfig({
  test: {
    environment: 'node',
    // Tests load ONNX Runtime in their own process, which has telemetry on by default.
    env: { ORT_DISABLE_TELEMETRY: '1' },
    // Not all native addons (FFmpeg, SQLite, ONNX) are safe in worker threads, and a crash must not end the run.
    pool: 'forks',
    // Loading the same code again for each file took two thirds of the time.
    isolate: false,
    // Encoders and models use several cores each; more workers would only slow each test down.
    maxWorkers: 2,
    testTimeout: 60_000,
    hookTimeout: 60_000,
    tags: [{ name: 'extended', description: 'tries more in `npm run test:all`' }],
    // A poll ends as soon as it holds; its default of 1 s is too short for a busy machine.
    expect: { poll: { timeout: 15_000, interval: 20 } },
    projects: [
      {
        extends: true,
        test: {
          name: 'unit',
          include: ['test/**/*.test.ts'],
          exclude: [...OTHERS, ...COMMANDS, ...ALONE],
        },
      },
      { extends: true, test: { name: 'alone', include: ALONE, isolate: true } },
      {
        extends: true,
        test: { name: 'commands', include: COMMANDS, exclude: OTHERS, globalSetup: ['test/fixtures/built-command.ts'] },
      },
      {
        extends: true,
        test: {
          name: 'extended',
          include: [EXTENDED_ONLY, ...SAMPLED],
          exclude: ALONE,
          env: { REELSCOPE_EXTENDED: '1' },
          setupFiles: ['test/fixtures/extended-setup.ts'],
          globalSetup: ['test/fixtures/built-command.ts'],
        },
      },
      {
        extends: true,
        test: {
          name: 'extended-alone',
          include: SAMPLED.filter((file) => ALONE.includes(file)),
          env: { REELSCOPE_EXTENDED: '1' },
          setupFiles: ['test/fixtures/extended-setup.ts'],
          isolate: true,
        },
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
          // Projects that run concurrently must have the same maxWorkers.
          sequence: { groupOrder: 2 },
        },
      },
      {
        extends: true,
        test: {
          name: 'fire',
          include: ['test/fire/**/*.test.ts'],
          globalSetup: ['test/fire/support/built.ts'],
          maxWorkers: 1,
          // Parts limit themselves to their share of FIRE_MINUTES.
          testTimeout: 24 * 3_600_000,
          sequence: { groupOrder: 3 },
        },
      },
      {
        extends: true,
        test: {
          name: 'clients',
          include: ['test/clients/**/*.test.ts'],
          maxWorkers: 1,
          testTimeout: 3_600_000,
          sequence: { groupOrder: 4 },
        },
      },
      { extends: true, test: { ...BROWSER, name: 'core', include: [CORE] } },
      { extends: true, test: { ...BROWSER, name: 'e2e', include: ['test/e2e/**/*.test.ts'], exclude: [CORE] } },
    ],
  },
});
