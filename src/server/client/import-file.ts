import { basename } from 'node:path';
import { z } from 'zod';
import { ReelscopeError } from '../../contract/errors.ts';
import { ModuleInfo, type ModuleName } from '../../contract/modules.ts';
import { RegisterUploadResponse } from '../../contract/processing.ts';
import { ImportFileResponse, type ImportMode } from '../../contract/storage.ts';
import { Ok } from '../../contract/text.ts';
import type { ApiClient } from './api-client.ts';

const State = z.object({ status: z.string() });

/**
 * Imports a local file into the library. An unreadable file leaves nothing behind.
 * @param mode by default the storage option
 * @returns the job id; for a file already in the library, that of its existing video
 */
export async function importFile(api: ApiClient, path: string, mode?: ImportMode): Promise<string> {
  const request = { path, ...(mode && { mode }) };
  const { file_path } = await api.send('POST', '/storage/import', request, ImportFileResponse);
  try {
    const body = { file_path, file_name: basename(path) };
    return (await api.send('POST', '/processing/register-upload', body, RegisterUploadResponse)).job_id;
  } catch (error) {
    if (error instanceof ReelscopeError && error.code === 'unreadable_media')
      await api.send('DELETE', '/storage/files', { file_path }, Ok);
    throw error;
  }
}

/** Returns the modules that can run now. */
export async function availableModules(api: ApiClient): Promise<ModuleName[]> {
  const infos = await api.get('/modules', ModuleInfo.array());
  return infos.filter((info) => info.available).map((info) => info.name);
}

/** Imports a file like {@link importFile} and starts the analysis of a new video with all available modules. */
export async function importAndAnalyze(api: ApiClient, path: string): Promise<string> {
  const jobId = await importFile(api, path);
  if ((await api.get(`/videos/${jobId}`, State)).status !== 'uploaded') return jobId;
  const modules = await availableModules(api);
  if (modules.length > 0) await api.send('POST', `/videos/${jobId}/process`, { modules }, z.unknown());
  return jobId;
}
