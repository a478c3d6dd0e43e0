import { createWriteStream } from 'node:fs';
import * as fs from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { BUNDLE_EXTENSION } from '../../contract/bundles/manifest.ts';
import { ReelscopeError } from '../../contract/errors.ts';
import { removeFile } from '../../files/remove.ts';
import { replaceFile } from '../../files/replace.ts';
import { isBundleOf } from '../../server/bundles/is-bundle-of.ts';
import type { ApiClient } from '../../server/client/api-client.ts';
import { type CommandInput, type Options, text, UsageError } from '../command.ts';

/** Options of commands that write results to bundles. */
export const BUNDLE_OPTIONS = {
  bundle: { type: 'string', value: 'FILE', help: 'write the results to this bundle instead of printing them' },
  'bundle-dir': {
    type: 'string',
    value: 'DIR',
    help: `write the results to DIR/NAME${BUNDLE_EXTENSION} instead of printing them`,
  },
} as const satisfies Options;

/**
 * Returns a function from the name of a file, or its place below the folders named, to the path of its bundle;
 * undefined if none is wanted. @throws UsageError
 */
export function bundleTarget(input: CommandInput): ((file: string) => string) | undefined {
  const [file, folder] = [text(input, 'bundle'), text(input, 'bundle-dir')];
  if (file !== undefined && folder !== undefined) throw new UsageError('Use only one of --bundle, --bundle-dir.');
  if (file !== undefined) return () => resolve(file);
  return folder === undefined ? undefined : (source) => resolve(folder, `${source}${BUNDLE_EXTENSION}`);
}

/**
 * Returns whether a bundle of this file is there already, so that a run that is repeated does nothing.
 * @throws ReelscopeError `conflict` if something else is there
 */
export async function isBundled(target: string, source: string | Buffer): Promise<boolean> {
  const isThere = await fs.stat(target).then(
    () => true,
    () => false,
  );
  if (!isThere) return false;
  if (await isBundleOf(target, source)) return true;
  throw new ReelscopeError('conflict', `${target} exists and is not a bundle of this file.`);
}

/**
 * Writes the results of a video to a bundle, which appears when it is complete. @throws ReelscopeError, Error of the
 * disk
 */
export async function writeBundle(api: ApiClient, jobId: string, target: string, signal: AbortSignal): Promise<void> {
  await fs.mkdir(dirname(target), { recursive: true });
  // In the same folder, since a file system renames within itself only.
  const unfinished = join(dirname(target), `.${basename(target)}.${process.pid}.part`);
  try {
    const { body } = await api.download(`/videos/${jobId}/bundle`, signal);
    await pipeline(Readable.fromWeb(body), createWriteStream(unfinished, { flags: 'wx', flush: true }));
    await replaceFile(unfinished, target);
  } finally {
    await removeFile(unfinished);
  }
}
