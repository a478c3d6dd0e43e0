import { spawn, spawnSync } from 'node:child_process';
import { parseArgs } from 'node:util';

/**
 * `npm run test:soak`: runs `npm test` several times beside processes that keep all cores busy, and fails if any run
 * does. A test that waits for time instead of a state fails here.
 */
const { values } = parseArgs({
  options: { runs: { type: 'string', default: '10' }, load: { type: 'string', default: '8' } },
});
const [runs, load] = [Number(values.runs), Number(values.load)];
const busy = Array.from({ length: load }, () => spawn(process.execPath, ['-e', 'for (;;);'], { stdio: 'ignore' }));
process.on('exit', () => {
  for (const child of busy) child.kill('SIGKILL');
});
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => process.exit(1));

let failed = 0;
for (let run = 1; run <= runs; run++) {
  const started = performance.now();
  const { status } = spawnSync('npm', ['test'], { stdio: 'inherit', shell: process.platform === 'win32' });
  if (status !== 0) failed++;
  const minutes = ((performance.now() - started) / 60_000).toFixed(1);
  console.log(`Run ${run} of ${runs}: ${status === 0 ? 'passed' : 'failed'} after ${minutes} min; ${failed} failed.`);
}
process.exit(failed > 0 ? 1 : 0);
