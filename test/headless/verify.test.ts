import { createHash } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { EMPTY_SIGNATURE, withSignature } from '../../src/contract/evidence/signature.ts';
import { openInstallationKey } from '../../src/server/evidence/installation-key.ts';
import { createFileSecrets } from '../../src/server/hosting/file-secrets.ts';
import { runCommand } from '../fixtures/command.ts';
import { tempFolder } from '../fixtures/temp.ts';

test('tells valid, changed, foreign, and unsigned reports by exit code, without a library', async () => {
  const folder = await tempFolder();
  const key = await openInstallationKey(createFileSecrets(join(folder, 'secrets.json')), folder);
  const text = `# Report\n\n${EMPTY_SIGNATURE}\n`;
  const sha256 = createHash('sha256').update(text).digest('hex');
  const report = join(folder, 'report.md');
  const signed = withSignature(text, key.sign('text', sha256));
  await writeFile(report, signed);
  const verify = (...args: string[]) => runCommand('verify', report, ...args);

  expect(await verify('--data-dir', folder)).toMatchObject({ code: 0, stdout: expect.stringContaining('Valid') });
  const elsewhere = ['--data-dir', join(folder, 'nothing')];
  expect(await verify(...elsewhere)).toMatchObject({ code: 4, stdout: expect.stringContaining(key.fingerprint) });
  const spaced = key.fingerprint.toUpperCase().replace(/(.{4})/g, '$1 ');
  expect((await verify('--key', spaced, ...elsewhere)).code).toBe(0);
  expect((await verify('--key', 'f'.repeat(64), '--data-dir', folder)).code).toBe(4);
  expect((await verify('--key', 'abc')).code).toBe(2);

  await writeFile(report, signed.replace('# Report', '# Rapport'));
  expect(await verify('--data-dir', folder)).toMatchObject({ code: 3, stdout: expect.stringMatching(/^Changed/) });
  await writeFile(report, signed.replaceAll('\n', '\r\n'));
  expect(await verify('--data-dir', folder)).toMatchObject({
    code: 3,
    stdout: expect.stringContaining('line endings'),
  });
  await writeFile(report, 'a letter');
  expect((await verify('--json')).code).toBe(5);
  expect((await runCommand('verify', join(folder, 'missing'))).code).toBe(1);
}, 60_000);
