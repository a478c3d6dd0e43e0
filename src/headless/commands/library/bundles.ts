import { access } from 'node:fs/promises';
import { resolve } from 'node:path';
import { type BundleOutcome, ImportedBundle } from '../../../contract/bundles/imports.ts';
import type { BundleManifest } from '../../../contract/bundles/manifest.ts';
import { errorCodeOf } from '../../../contract/errors.ts';
import { RelinkFolderResult } from '../../../contract/library/sources.ts';
import { type OpenBundle, openBundle } from '../../../server/bundles/open-bundle.ts';
import { noPictures, readBundle } from '../../../server/bundles/read-bundle.ts';
import { actionOf } from '../../arguments/actions.ts';
import { type Command, type CommandInput, EXIT, type ExitCode, print, row, text, UsageError } from '../../command.ts';
import { findVideo, withLibrary } from '../../connection/with-library.ts';
import { fileError } from '../../output/file-errors.ts';
import { OUT_OPTION, save } from '../../output/save.ts';

const ACTIONS = { import: importAll, export: exportOne, show, verify };

/** `reelscope bundles`: results that travel between libraries. */
export const bundlesCommand: Command = {
  usage: ['bundles import FILE…', 'bundles export VIDEO', 'bundles verify FILE…', 'bundles show FILE'],
  actions: Object.keys(ACTIONS),
  creates: ['import'],
  options: {
    ...OUT_OPTION,
    sources: {
      type: 'string',
      value: 'DIR',
      help: 'search this folder for the source files of what was imported',
    },
  },
  notes: [
    'Importing merges by the content of the source file: importing the same bundle again changes nothing.',
    'A source file beside its bundle is found without --sources.',
    'verify and show need no library.',
  ],
  examples: [
    ['analyze talk.mp4 --bundle talk.reelscope', 'Analyze without a library, on any machine.'],
    ['bundles import results/*.reelscope --sources /media/footage', 'Merge the results of many machines.'],
  ],

  async run(input) {
    const { action, args } = actionOf('bundles', ACTIONS, input);
    return action(args, input);
  },
};

interface Failure {
  file: string;
  code: string;
  message: string;
}

const OUTCOMES: Readonly<Record<BundleOutcome, string>> = {
  added: 'added',
  updated: 'updated',
  kept: 'kept as an earlier analysis',
  unchanged: 'unchanged',
};

/** Runs `work` for each file; a failure is reported, and the others go on. */
async function forEach<Result>(
  files: readonly string[],
  work: (file: string) => Promise<Result>,
): Promise<{ done: (Result & { file: string })[]; failed: Failure[] }> {
  const done: (Result & { file: string })[] = [];
  const failed: Failure[] = [];
  for (const file of files) {
    try {
      done.push({ file, ...(await work(file)) });
    } catch (thrown) {
      const error = fileError(thrown, 'used');
      const code = errorCodeOf(error);
      // The library or its server is the reason, not the file.
      if (code === 'internal' || code === 'storage_full') throw thrown;
      process.stderr.write(`${file}: ${error.message} (${code})\n`);
      failed.push({ file, code, message: error.message });
    }
  }
  return { done, failed };
}

async function importAll(files: readonly string[], input: CommandInput): Promise<ExitCode> {
  if (files.length === 0) throw new UsageError('bundles import requires at least one file.');
  const sources = text(input, 'sources');
  return withLibrary(input, async (api) => {
    const { done, failed } = await forEach(files, (file) =>
      api.send('POST', '/bundles/import', { path: resolve(file) }, ImportedBundle, input.signal),
    );
    const isMissing = done.some(({ source }) => source === 'missing');
    const path = sources === undefined ? undefined : resolve(sources);
    const found =
      path !== undefined && isMissing
        ? await api.send('POST', '/storage/relink', { path }, RelinkFolderResult)
        : undefined;
    const relinked = new Set(found?.relinked.map(({ job_id }) => job_id));
    const imported = done.map((one) => ({ ...one, source: relinked.has(one.job_id) ? ('ok' as const) : one.source }));
    const line = ({ outcome, name, job_id, source }: (typeof imported)[number]) =>
      row(OUTCOMES[outcome], name, job_id, source === 'ok' ? '' : 'source file missing');
    print(input, { imported, failed }, imported.map(line).join(''));
    return failed.length === 0 ? EXIT.done : EXIT.failed;
  });
}

async function exportOne(args: readonly string[], input: CommandInput): Promise<ExitCode> {
  const [name, ...more] = args;
  if (name === undefined || more.length > 0) throw new UsageError('bundles export requires exactly one video.');
  await withLibrary(input, async (api) => {
    const { job_id } = await findVideo(api, name);
    await save(input, await api.download(`/videos/${job_id}/bundle`, input.signal));
  });
  return EXIT.done;
}

async function verify(files: readonly string[], input: CommandInput): Promise<ExitCode> {
  if (files.length === 0) throw new UsageError('bundles verify requires at least one file.');
  const { done, failed } = await forEach(files, (file) =>
    withBundle(file, async (bundle) => {
      await readBundle(bundle, noPictures);
      const { name, sha256 } = bundle.manifest.source;
      return { name, sha256, entries: bundle.manifest.entries.length };
    }),
  );
  print(
    input,
    { valid: done, failed },
    done.map(({ file, entries }) => row('valid', file, `${entries} entries`)).join(''),
  );
  return failed.length === 0 ? EXIT.done : EXIT.failed;
}

async function show(args: readonly string[], input: CommandInput): Promise<ExitCode> {
  const [file, ...more] = args;
  if (file === undefined || more.length > 0) throw new UsageError('bundles show requires exactly one file.');
  const manifest = await withBundle(file, async (bundle) => bundle.manifest);
  print(input, manifest, describe(manifest));
  return EXIT.done;
}

async function withBundle<Result>(file: string, work: (bundle: OpenBundle) => Promise<Result>): Promise<Result> {
  await access(file).catch((error: unknown) => {
    throw fileError(error, 'read', file);
  });
  const bundle = await openBundle(resolve(file));
  try {
    return await work(bundle);
  } finally {
    bundle.close();
  }
}

function describe({ video, source, producer, analysis, entries }: BundleManifest): string {
  const bytes = entries.reduce((sum, { size_bytes }) => sum + size_bytes, 0);
  return [
    row('Video', video.name),
    row('Source', source.name, `${source.size_bytes} bytes`, source.sha256),
    row('Analyzed', analysis.finished_at ?? 'unknown', `by ${producer.name} ${producer.version}`),
    ...analysis.modules.map(({ module, findings, engine }) => row(module, findings, engine)),
    row('Entries', entries.length, `${bytes} bytes`),
  ].join('');
}
