import { realpath } from 'node:fs/promises';
import { resolve } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { ReelscopeError } from '../../contract/errors.ts';
import { pathsOf } from '../arguments/raw-arguments.ts';
import { type CommandInput, type ExitCode, has, note, UsageError } from '../command.ts';
import { libraryFolder } from '../connection/with-library.ts';
import { countLeftOut } from './batch-report.ts';
import { BatchRun } from './batch-run.ts';
import { settingsOf } from './batch-settings.ts';
import { findInputs, type Inputs, listedPath, splitList } from './inputs.ts';
import { headOf, lastRun, openJournal } from './journal.ts';
import { openResultsFolder } from './results-folder.ts';

/**
 * Runs `analyze` on several files: as many at once as --jobs states, one more prepared.
 * @throws UsageError
 */
export async function analyzeBatch(given: CommandInput): Promise<ExitCode> {
  const { input, list } = await begun(given);
  const settings = settingsOf(input);
  const inputs = await inputsOf(input, list, settings.output);
  // A list that a program makes may be empty.
  if (list === undefined) requireFiles(inputs, input.positionals);
  const journal = await openJournal(libraryFolder(input), headOf(input, list), has(given, 'resume'));
  const results = settings.output === undefined ? undefined : await openResultsFolder(settings.output);
  return new BatchRun(input, inputs, settings, journal, results).run();
}

/** Refuses folders without files to analyze. @throws ReelscopeError `not_found` */
function requireFiles(inputs: Inputs, named: readonly string[]): void {
  const { files, problems, folders } = inputs;
  if (files.length > 0 || problems.length > 0) return;
  const [notMedia, hidden] = [countLeftOut(inputs, 'not_media', 'unfinished'), countLeftOut(inputs, 'hidden')];
  const system = countLeftOut(inputs, 'system');
  const found = [
    notMedia > 0 && `other files: ${notMedia}`,
    hidden > 0 && `hidden: ${hidden}, which --hidden includes`,
    system > 0 && `of the system: ${system}`,
    folders > 0 && `folders: ${folders}, which --recursive enters`,
  ].filter((text) => text !== false);
  const others = found.length > 0 ? ` (${found.join('; ')})` : '';
  throw new ReelscopeError('not_found', `No video or audio files in ${named.join(', ')}${others}.`);
}

/**
 * The input of a run, or with --resume alone, of the last one that did not complete; with the list on standard input.
 */
async function begun(given: CommandInput): Promise<{ input: CommandInput; list: Buffer | undefined }> {
  if (given.positionals.length > 0) {
    const isListed = given.positionals.includes('-');
    return { input: given, list: isListed ? await buffer(process.stdin) : undefined };
  }
  const last = has(given, 'resume') ? await lastRun(libraryFolder(given)) : undefined;
  if (!last) throw new UsageError('analyze requires files or folders, or --resume after a run that was interrupted.');
  process.chdir(last.cwd);
  note(given, `Resuming in ${last.cwd}: analyze ${last.positionals.join(' ')}`);
  const values = { ...last.values, ...given.values, resume: true };
  const list = last.list === undefined ? undefined : Buffer.from(last.list, 'base64');
  return { input: { ...given, values, positionals: last.positionals }, list };
}

async function inputsOf(input: CommandInput, list: Buffer | undefined, output: string | undefined): Promise<Inputs> {
  const named = pathsOf(input.positionals.filter((argument) => argument !== '-'));
  const listed = list ? splitList(list).map(listedPath) : [];
  const own = [libraryFolder(input), ...(output === undefined ? [] : [output])];
  return findInputs([...named, ...listed], {
    isRecursive: has(input, 'recursive'),
    withHidden: has(input, 'hidden'),
    except: await Promise.all(own.map((folder) => realpath(folder).catch(() => resolve(folder)))),
    signal: input.signal,
  });
}
