import { createHash } from 'node:crypto';
import * as fs from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { removeFile } from '../../files/remove.ts';
import type { CommandInput } from '../command.ts';
import type { InputFile } from './inputs.ts';
import { keyOf } from './local-path.ts';

/** Folder of the journals in the data folder. */
const FOLDER = 'analyze-runs';

/** Journals that are kept of runs which did not complete. */
const MAX_JOURNALS = 20;

const Head = z.object({
  cwd: z.string(),
  positionals: z.array(z.string()),
  values: z.record(z.string(), z.union([z.string(), z.boolean()])),
  /** Base64 of the list on standard input. */
  list: z.string().optional(),
});
export type JournalHead = z.infer<typeof Head>;

const Entry = z.object({ source: z.string(), size: z.number(), modified: z.number(), job_id: z.string() });

/** Files that a run of `analyze` has done, kept until all are; see {@link openJournal}. */
export interface Journal {
  /** The job of a file that an earlier run has finished, if the file is unchanged since. */
  jobOf(file: InputFile): string | undefined;
  add(file: InputFile, jobId: string): Promise<void>;
  /** Deletes the journal: nothing is left to do. */
  complete(): Promise<void>;
}

/** Reads how the last run began that did not complete. Undefined without one. */
export async function lastRun(dataFolder: string): Promise<JournalHead | undefined> {
  for (const { path } of await journals(dataFolder)) {
    const head = Head.safeParse((await linesOf(path))[0]).data;
    if (head) return head;
  }
  return undefined;
}

/** Opens the journal of a run. @param isResumed keeps what an earlier run of the same arguments has noted */
export async function openJournal(dataFolder: string, head: JournalHead, isResumed: boolean): Promise<Journal> {
  const folder = join(dataFolder, FOLDER);
  await fs.mkdir(folder, { recursive: true, mode: 0o700 });
  const path = join(folder, `${batchName(head)}.ndjson`);
  const done = new Map<string, z.infer<typeof Entry>>();
  for (const line of isResumed ? await linesOf(path) : []) {
    const entry = Entry.safeParse(line).data;
    if (entry) done.set(entry.source, entry);
  }
  const lines = [Head.parse(head), ...done.values()].map((line) => `${JSON.stringify(line)}\n`);
  await fs.writeFile(path, lines.join(''), { mode: 0o600 });
  for (const old of (await journals(dataFolder)).slice(MAX_JOURNALS)) await removeFile(old.path);
  return {
    jobOf(file) {
      const entry = done.get(keyOf(file.path));
      return entry && entry.size === file.size && entry.modified === file.modifiedMs ? entry.job_id : undefined;
    },
    async add(file, jobId) {
      const entry = { source: keyOf(file.path), size: file.size, modified: file.modifiedMs, job_id: jobId };
      await fs.appendFile(path, `${JSON.stringify(entry)}\n`);
    },
    complete: () => removeFile(path),
  };
}

/** How a run begins, to be repeated later. @param list bytes of standard input */
export function headOf(input: CommandInput, list: Buffer | undefined): JournalHead {
  const values = Object.entries(input.values).filter(([name, value]) => value !== undefined && name !== 'resume');
  return {
    cwd: process.cwd(),
    positionals: input.positionals,
    values: Object.fromEntries(values) as JournalHead['values'],
    ...(list && { list: list.toString('base64') }),
  };
}

/** Options that don't change what a run does. */
const NEUTRAL_OPTIONS = new Set(['jobs', 'quiet']);

/** The same arguments and options in the same folder share a journal; a list may have grown. */
function batchName({ cwd, positionals, values }: JournalHead): string {
  const options = Object.entries(values).filter(([name]) => !NEUTRAL_OPTIONS.has(name));
  const text = JSON.stringify([cwd, positionals, options.sort(([a], [b]) => (a < b ? -1 : 1))]);
  return createHash('sha256').update(text).digest('hex').slice(0, 24);
}

/** Journals of a library, newest first. */
async function journals(dataFolder: string): Promise<{ path: string; modifiedMs: number }[]> {
  const folder = join(dataFolder, FOLDER);
  const names = await fs.readdir(folder).catch(() => []);
  const found = await Promise.all(
    names
      .filter((name) => name.endsWith('.ndjson'))
      .map(async (name) => {
        const path = join(folder, name);
        return { path, modifiedMs: (await fs.stat(path).catch(() => undefined))?.mtimeMs ?? 0 };
      }),
  );
  return found.sort((a, b) => b.modifiedMs - a.modifiedMs);
}

/** Values of the lines of a file; a line that a kill has cut off is left out. */
async function linesOf(path: string): Promise<unknown[]> {
  const text = await fs.readFile(path, 'utf8').catch(() => '');
  return text.split('\n').flatMap((line) => {
    try {
      return [JSON.parse(line) as unknown];
    } catch {
      return [];
    }
  });
}
