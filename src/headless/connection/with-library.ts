import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { ReelscopeError } from '../../contract/errors.ts';
import { Project } from '../../contract/library/projects.ts';
import { Video } from '../../contract/library/video.ts';
import type { ApiClient } from '../../server/client/api-client.ts';
import { DATABASE, defaultDataFolder } from '../../server/hosting/data-folder.ts';
import { type CommandInput, text, UsageError } from '../command.ts';
import { stderrLog } from '../output/log-sink.ts';
import { type Connection, type ConnectOptions, connect, isServerGone } from './connect.ts';

/** Runs `work` on the library that the options name, and closes it. */
export async function withLibrary<Result>(
  input: CommandInput,
  work: (api: ApiClient, connection: Connection) => Promise<Result>,
): Promise<Result> {
  if (!input.mayCreate) requireLibrary(input);
  const connection = await connect(libraryFolder(input), stderrLog('error'), input.signal);
  try {
    return await work(connection.api, connection);
  } finally {
    await connection.close();
  }
}

/**
 * Runs `work` like {@link withLibrary}, and again if the command that ran the server has ended: this one then finds or
 * starts another. `work` must go on where it was.
 */
export async function withSharedLibrary<Result>(
  input: CommandInput,
  work: (connection: Connection) => Promise<Result>,
  options: ConnectOptions = {},
): Promise<Result> {
  for (;;) {
    const connection = await connect(libraryFolder(input), stderrLog('error'), input.signal, options);
    try {
      return await work(connection);
    } catch (error) {
      if (!isServerGone(error) || connection.own || input.signal.aborted) throw error;
    } finally {
      await connection.close();
    }
  }
}

/** A mistyped folder would become an empty library. @throws ReelscopeError `not_found` */
export function requireLibrary(input: CommandInput): void {
  const folder = text(input, 'data-dir');
  if (folder !== undefined && !existsSync(join(folder, DATABASE)))
    throw new ReelscopeError('not_found', `There is no library in “${folder}”.`);
}

/** Folder of the library that the options name. */
export function libraryFolder(input: CommandInput): string {
  return text(input, 'data-dir') ?? defaultDataFolder();
}

/**
 * Finds a video by job id, row number, or name. @throws ReelscopeError `not_found`, UsageError for an ambiguous name
 */
export async function findVideo(api: ApiClient, wanted: string): Promise<Video> {
  return (await findVideos(api, [wanted]))[0]!;
}

/** Finds several videos like {@link findVideo}. */
export async function findVideos(api: ApiClient, wanted: readonly string[]): Promise<Video[]> {
  const videos = await api.get('/videos', Video.array());
  return wanted.map((one) => chosen('video', one.trim(), videos, ({ job_id, id }) => [job_id, id]));
}

/** Finds a project by id or name. @throws ReelscopeError `not_found`, UsageError for an ambiguous name */
export async function findProject(api: ApiClient, wanted: string): Promise<Project> {
  return chosen('project', wanted, await api.get('/projects', Project.array()), ({ id }) => [id]);
}

/** Finds one of several by an id or its name. @throws ReelscopeError `not_found`, UsageError for an ambiguous name */
export function chosen<Item extends { name: string }>(
  kind: string,
  wanted: string,
  items: readonly Item[],
  idsOf: (item: Item) => readonly string[],
): Item {
  const named = items.filter(({ name }) => name === wanted);
  const found = items.find((item) => idsOf(item).includes(wanted.toLowerCase())) ?? named[0];
  if (!found) throw new ReelscopeError('not_found', `There is no ${kind} “${wanted}”.`);
  if (named.length > 1) throw new UsageError(`${named.length} ${kind}s are named “${wanted}”. Use an ID.`);
  return found;
}
