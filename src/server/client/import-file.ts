import { createReadStream } from 'node:fs';
import { basename } from 'node:path';
import { Readable } from 'node:stream';
import { z } from 'zod';
import { ModuleInfo, type ModuleName } from '../../contract/analysis/modules.ts';
import { RegisterUploadResponse } from '../../contract/analysis/processing.ts';
import { ImportedBundle } from '../../contract/bundles/imports.ts';
import { BUNDLE_EXTENSION } from '../../contract/bundles/manifest.ts';
import { ReelscopeError } from '../../contract/errors.ts';
import { Duplicates, ImportFileResponse, type ImportMode, UploadUrlResponse } from '../../contract/library/storage.ts';
import { Ok } from '../../contract/text.ts';
import type { ApiClient } from './api-client.ts';

const State = z.object({ status: z.string() });

/**
 * Imports a local file into the library. An unreadable file leaves nothing behind.
 * @param options the mode is by default the storage option; with `reuse`, a video with the same content is taken
 * @returns the job id; for a file already in the library, that of its existing video
 */
export async function importFile(
  api: ApiClient,
  path: string,
  { mode, reuse = false }: { mode?: ImportMode | undefined; reuse?: boolean } = {},
): Promise<string> {
  const request = { path, ...(mode && { mode }), ...(reuse && { reuse }) };
  const { file_path, job_id } = await api.send('POST', '/storage/import', request, ImportFileResponse);
  if (job_id !== undefined) return job_id;
  return register(api, file_path, basename(path), () => api.send('DELETE', '/storage/files', { file_path }, Ok));
}

/**
 * Uploads a file whose path can't be sent, since it is not UTF-8, and registers it. An unreadable file leaves nothing
 * behind.
 * @returns the job id; for content already in the library, that of its existing video
 */
export async function uploadFile(api: ApiClient, path: Buffer, name: string): Promise<string> {
  const content_type = 'application/octet-stream';
  const place = await api.send('POST', '/storage/upload-url', { file_name: name, content_type }, UploadUrlResponse);
  const { file_path } = place;
  const body = Readable.toWeb(createReadStream(path)) as ReadableStream;
  const headers = { 'content-type': content_type };
  await api.signed(place.upload_url, { method: 'PUT', headers, body, duplex: 'half' });
  const remove = () => api.send('DELETE', '/storage/files', { file_path }, Ok);
  const [known] = await api.get(`/storage/duplicates?file_path=${encodeURIComponent(file_path)}`, Duplicates);
  if (known) {
    await remove();
    return known.job_id;
  }
  return register(api, file_path, name, remove);
}

/** Registers a stored file; `remove` deletes it if it is not media. */
async function register(
  api: ApiClient,
  file_path: string,
  file_name: string,
  remove: () => Promise<unknown>,
): Promise<string> {
  try {
    const body = { file_path, file_name };
    return (await api.send('POST', '/processing/register-upload', body, RegisterUploadResponse)).job_id;
  } catch (error) {
    if (error instanceof ReelscopeError && error.code === 'unreadable_media') await remove();
    throw error;
  }
}

/** Returns the modules that can run now. */
export async function availableModules(api: ApiClient): Promise<ModuleName[]> {
  const infos = await api.get('/modules', ModuleInfo.array());
  return infos.filter((info) => info.available).map((info) => info.name);
}

/** Merges a bundle of another library. @returns the job id */
async function importBundle(api: ApiClient, path: string): Promise<string> {
  return (await api.send('POST', '/bundles/import', { path }, ImportedBundle)).job_id;
}

/**
 * Imports a file like {@link importFile} and starts the analysis of a new video with all available modules; merges a
 * bundle.
 */
export async function importAndAnalyze(api: ApiClient, path: string): Promise<string> {
  if (path.toLowerCase().endsWith(BUNDLE_EXTENSION)) return importBundle(api, path);
  const jobId = await importFile(api, path);
  if ((await api.get(`/videos/${jobId}`, State)).status !== 'uploaded') return jobId;
  const modules = await availableModules(api);
  if (modules.length > 0) await api.send('POST', `/videos/${jobId}/process`, { modules }, z.unknown());
  return jobId;
}
