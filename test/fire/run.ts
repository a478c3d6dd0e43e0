import { spawnSync } from 'node:child_process';
import { existsSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { RESULTS, table } from './support/table.ts';

/** `npm run test:fire [-- MINUTES]`: runs all parts one after the other and prints their results as a table. */
const minutes = Number(process.argv[2] ?? 10);
if (!(minutes > 0)) {
  console.error('Usage: npm run test:fire -- [MINUTES]');
  process.exit(2);
}
rmSync(RESULTS, { recursive: true, force: true });
const vitest = join(import.meta.dirname, '../../node_modules/vitest/vitest.mjs');
const { status } = spawnSync(process.execPath, [vitest, 'run', '--project', 'fire'], {
  stdio: 'inherit',
  env: { ...process.env, FIRE_MINUTES: String(minutes) },
});
if (existsSync(RESULTS)) console.log(`\n${table()}`);
process.exit(status ?? 1);
