import { readFile, stat } from 'node:fs/promises';
import { resolve } from 'node:path';
import { ReelscopeError } from '../../contract/errors.ts';
import type { VerifiedReport } from '../../contract/evidence/signature.ts';
import { installationFingerprint } from '../../server/evidence/installation-key.ts';
import { MAX_REPORT_BYTES, verifyReport } from '../../server/evidence/verify-report.ts';
import { args, type Command, EXIT, type ExitCode, print, text, UsageError } from '../command.ts';
import { libraryFolder } from '../connection/with-library.ts';
import { fileError } from '../output/file-errors.ts';

const EXIT_CODES: Readonly<Record<VerifiedReport['status'], ExitCode>> = {
  valid: EXIT.done,
  changed: EXIT.changed,
  other: EXIT.otherKey,
  unsigned: EXIT.unsigned,
};

/** `reelscope verify`: checks whether a report is as it was signed. It needs no library and no server. */
export const verifyCommand: Command = {
  usage: ['verify REPORT'],
  options: {
    key: {
      type: 'string',
      value: 'FINGERPRINT',
      help: 'key that is expected to have signed it (default: the key of this installation)',
    },
  },
  notes: [
    'REPORT is an exported report (HTML, Markdown, JSON) as it was received.',
    `Exit codes: ${EXIT.done} valid, ${EXIT.changed} changed, ${EXIT.otherKey} signed by another installation, ${EXIT.unsigned} not signed.`,
  ],
  examples: [['verify report.html', 'Check a report that this installation signed.']],

  async run(input) {
    const [given] = args(input, 1, 1, 'verify requires one report.') as [string];
    const key = text(input, 'key')?.replace(/[\s:]/g, '').toLowerCase();
    if (key !== undefined && !/^[0-9a-f]{64}$/.test(key))
      throw new UsageError('--key must be a fingerprint of 64 hexadecimal digits.');
    const folder = resolve(libraryFolder(input));
    const report = verifyReport(await read(given), key ?? (await installationFingerprint(folder)));
    print(input, report, describe(report));
    return EXIT_CODES[report.status];
  },
};

async function read(path: string): Promise<Uint8Array> {
  try {
    const { size } = await stat(path);
    if (size > MAX_REPORT_BYTES)
      throw new ReelscopeError('too_large', `“${path}” can’t be read: it is larger than ${MAX_REPORT_BYTES} bytes.`);
    return await readFile(path);
  } catch (cause) {
    throw fileError(cause, 'read', path);
  }
}

const SENTENCES: Readonly<Record<VerifiedReport['status'], string>> = {
  valid: 'Valid: the report is unchanged since it was signed.',
  changed: 'Changed: the report was changed after it was signed.',
  other: 'Signed by another installation: the report is unchanged. Compare the key with the author’s.',
  unsigned: 'Not signed: this isn’t a Reelscope report, or it was exported without a signature.',
};

/** Sentences about a changed report; none for a change of its content. */
const CHANGES: Readonly<Partial<Record<NonNullable<VerifiedReport['changed_part']>, string>>> = {
  signature: 'Its signature is missing or damaged.',
  line_endings: 'Only its line endings differ, as mail apps may change them; its text is unchanged.',
  encoding: 'Its text was saved in a different encoding.',
};

function describe({ status, changed_part, fingerprint, manifest }: VerifiedReport): string {
  const videos = manifest?.videos.map(({ name, sha256 }) => `Video    ${name}  ${sha256 ?? 'without a hash'}`) ?? [];
  return [
    SENTENCES[status],
    ...(changed_part && CHANGES[changed_part] ? [CHANGES[changed_part]] : []),
    ...(fingerprint ? [`Key      ${fingerprint}`] : []),
    ...(manifest ? [`Created  ${manifest.created_at} UTC by ${manifest.product}`] : []),
    ...videos,
    '',
  ].join('\n');
}
