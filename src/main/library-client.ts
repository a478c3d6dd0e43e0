import { basename } from 'node:path';
import { z } from 'zod';
import { ModuleInfo } from '../contract/modules.ts';
import { RegisterUploadResponse } from '../contract/processing.ts';
import { ImportFileResponse } from '../contract/storage.ts';

/** The server that the window shows: this process's own, or one that was there already. */
export interface Connection {
  url: string;
  apiUrl: string;
  token(): Promise<string>;
}

const Problem = z.object({ error: z.object({ message: z.string() }) });
const State = z.object({ status: z.string() });

/**
 * Takes a file in where it lies and starts its analysis with every module that can run. A file that is known gives
 * the video it has.
 * @returns the job id
 * @throws Error with a sentence for people
 */
export async function importMedia(connection: Connection, path: string): Promise<string> {
  const call = async <Schema extends z.ZodType>(method: string, address: string, schema: Schema, body?: unknown) => {
    const headers = { Authorization: `Bearer ${await connection.token()}`, 'Content-Type': 'application/json' };
    const sent = body === undefined ? {} : { body: JSON.stringify(body) };
    const response = await fetch(`${connection.apiUrl}${address}`, { method, headers, ...sent });
    const answer: unknown = await response.json();
    if (!response.ok)
      throw new Error(Problem.safeParse(answer).data?.error.message ?? `The server answered ${response.status}.`);
    return schema.parse(answer) as z.infer<Schema>;
  };
  const { file_path } = await call('POST', '/storage/import', ImportFileResponse, { path });
  const registration = { file_path, file_name: basename(path) };
  const { job_id } = await call('POST', '/processing/register-upload', RegisterUploadResponse, registration);
  if ((await call('GET', `/videos/${job_id}`, State)).status !== 'uploaded') return job_id;
  const modules = (await call('GET', '/modules', ModuleInfo.array())).filter((module) => module.available);
  if (modules.length > 0) {
    await call('POST', `/videos/${job_id}/process`, z.unknown(), { modules: modules.map(({ name }) => name) });
  }
  return job_id;
}
