import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { test } from 'vitest';

test('the manifest of docs/scale.md fits the schema of Kubernetes', async () => {
  const manifest = join(import.meta.dirname, '../../docs/examples/scale/kubernetes-job.yaml');
  await promisify(execFile)('kubernetes-validate', ['--strict', '--kubernetes-version', '1.33', manifest]);
});
