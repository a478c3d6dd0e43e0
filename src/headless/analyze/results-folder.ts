import * as fs from 'node:fs/promises';
import { dirname, join, parse, resolve } from 'node:path';
import { z } from 'zod';
import { isDiskFull } from '../../base/disk-full.ts';
import { randomHex } from '../../base/ids.ts';
import { ReelscopeError } from '../../contract/errors.ts';
import { sentence } from '../../core/texts/sentence.ts';
import { removeFile } from '../../files/remove.ts';
import { replaceFile } from '../../files/replace.ts';
import { UsageError } from '../command.ts';
import { reasonOf } from '../output/file-errors.ts';
import type { InputFile } from './inputs.ts';
import { keyOf } from './local-path.ts';

/** List of the files of a results folder and what they are of. */
const INDEX_NAME = 'reelscope-files.ndjson';

/** Bytes that file systems allow in a name. */
const MAX_NAME_BYTES = 255;

const Entry = z.object({ output: z.string(), source: z.string() });

/**
 * Creates a folder and those above it. Node's own way (24.21) never returns where the system refuses, as below `/proc`.
 */
async function makeFolder(folder: string): Promise<void> {
  const create = () => fs.mkdir(folder);
  const error = await create().then(
    () => undefined,
    (reason: NodeJS.ErrnoException) => reason,
  );
  if (error?.code === 'ENOENT' && dirname(folder) !== folder) {
    await makeFolder(dirname(folder));
    await create();
  } else if (error && !(await fs.stat(folder).catch(() => undefined))?.isDirectory()) throw error;
}

/** A folder with one file of results for each input; see {@link openResultsFolder}. */
export type ResultsFolder = Awaited<ReturnType<typeof openResultsFolder>>;

/**
 * Opens a results folder, which mirrors the folders that were named. No file is overwritten but by later results of the
 * same source, which a list in the folder names; files with the same place are numbered.
 * @throws UsageError if it can't be created or written to: that is known before hours of analysis
 */
export async function openResultsFolder(folder: string) {
  try {
    await makeFolder(resolve(folder));
    await fs.access(folder, fs.constants.W_OK);
  } catch (error) {
    throw new UsageError(`Can't write results to ${folder}: ${reasonOf(error)}.`);
  }
  const index = join(folder, INDEX_NAME);
  const text = await fs.readFile(index, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return '';
    throw error;
  });
  const sourceOf = new Map<string, string>();
  const outputsOf = new Map<string, string>();
  const note = ({ output, source }: z.infer<typeof Entry>, extension: string): void => {
    sourceOf.set(folded(output), source);
    outputsOf.set(`${extension}\n${source}`, output);
  };
  for (const line of text.split('\n')) {
    const entry = parseLine(line);
    if (entry) note(entry, parse(entry.output).ext);
  }

  /** Whether the list ends in the middle of a line, after a kill or on a full disk. */
  let isCutOff = text !== '' && !text.endsWith('\n');

  /** Reserves the name of a file for a source, over a kill too. */
  const claim = async (file: InputFile, extension: string): Promise<string> => {
    const source = keyOf(file.path);
    const known = outputsOf.get(`${extension}\n${source}`);
    if (known !== undefined) return known;
    for (let number = 1; ; number++) {
      const output = numbered(file.place, number, extension);
      if (sourceOf.has(folded(output))) continue;
      await fs.mkdir(dirname(join(folder, output)), { recursive: true });
      if (!(await isFree(join(folder, output)))) continue;
      const entry = { output, source };
      await fs.appendFile(index, `${isCutOff ? '\n' : ''}${JSON.stringify(entry)}\n`).catch(async (error) => {
        isCutOff = true;
        await removeEmpty(join(folder, output));
        throw error;
      });
      isCutOff = false;
      note(entry, extension);
      return output;
    }
  };

  return {
    /**
     * Writes the results of a file as a whole, or leaves no file.
     * @param extension such as `.json`
     * @returns path of the file
     * @throws ReelscopeError `storage_full`
     */
    async write(file: InputFile, extension: string, content: string): Promise<string> {
      try {
        return await put(join(folder, await claim(file, extension)), content);
      } catch (error) {
        if (!isDiskFull(error)) throw error;
        throw new ReelscopeError('storage_full', sentence('storage.not-saved'), { cause: error });
      }
    },

    /** Path of the results of a file that were written before, if they still exist. */
    async find(file: InputFile, extension: string): Promise<string | undefined> {
      const output = outputsOf.get(`${extension}\n${keyOf(file.path)}`);
      const stats = output === undefined ? undefined : await fs.stat(join(folder, output)).catch(() => undefined);
      return stats && stats.size > 0 ? join(folder, output!) : undefined;
    },
  };
}

/** Replaces a reserved file by one with this content. @returns its path */
async function put(path: string, content: string): Promise<string> {
  const temporary = join(dirname(path), `.${randomHex(6)}.part`);
  try {
    await fs.writeFile(temporary, content, { flag: 'wx', flush: true });
    await replaceFile(temporary, path);
    return path;
  } catch (error) {
    await removeEmpty(path);
    throw error;
  } finally {
    await removeFile(temporary);
  }
}

/** Removes a reserved file that nothing was written to: programs would take it for results. */
async function removeEmpty(path: string): Promise<void> {
  const stats = await fs.lstat(path).catch(() => undefined);
  if (stats?.isFile() && stats.size === 0) await removeFile(path);
}

/** Creates an empty file, unless another one is there; one that a killed command left empty is free. */
async function isFree(path: string): Promise<boolean> {
  try {
    await fs.writeFile(path, '', { flag: 'wx' });
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    const stats = await fs.lstat(path);
    return stats.isFile() && stats.size === 0;
  }
}

/** `day/clip.mp4.json`, `day/clip.mp4 (2).json`; a name too long for the file system is shortened. Pure. */
function numbered(place: string, number: number, extension: string): string {
  const end = `${number === 1 ? '' : ` (${number})`}${extension}`;
  const { dir, base } = parse(place);
  let name = base.replaceAll('\0', '');
  while (Buffer.byteLength(name + end) > MAX_NAME_BYTES) name = [...name].slice(0, -1).join('');
  return dir === '' ? `${name}${end}` : `${dir}/${name}${end}`;
}

/** File systems may ignore case and composition. */
const folded = (output: string): string => output.normalize('NFC').toLowerCase();

/** An entry; undefined for a line that a kill has cut off. */
function parseLine(line: string): z.infer<typeof Entry> | undefined {
  try {
    return Entry.safeParse(JSON.parse(line)).data;
  } catch {
    return undefined;
  }
}
