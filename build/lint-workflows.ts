import { spawnSync } from 'node:child_process';

/** Lints the workflows where actionlint is on the PATH: it is a Go program, which npm does not install. */
const { status, error } = spawnSync('actionlint', ['-color'], { stdio: 'inherit' });
if (error && (error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
if (error) console.warn('Workflows were not linted: actionlint is not on the PATH (CONTRIBUTING.md).');
else process.exitCode = status ?? 1;
