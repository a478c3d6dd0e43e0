import pLimit from 'p-limit';
import { create } from 'zustand';
import { CanceledError, toError } from '../../../base/errors.ts';
import type { ModuleName } from '../../../contract/analysis/modules.ts';
import type { BundleFacts, BundleOutcome, ImportBundleRequest } from '../../../contract/bundles/imports.ts';
import { ReelscopeError } from '../../../contract/errors.ts';
import type { Duplicates } from '../../../contract/library/storage.ts';
import { desktop } from '../desktop.ts';
import { api } from '../endpoints.ts';
import { queries } from '../queries.ts';
import { invalidate } from '../query-client.ts';
import { DASHBOARD, refreshVideo, VIDEOS } from '../video-cache.ts';
import { type ChosenFiles, isBundle, type LeftOutFile, leftOutOf } from './dropped-files.ts';
import { fileName } from './file-name.ts';
import { useNewVideos } from './new-videos.ts';
import { addSample, type Sample, speedOf } from './speed.ts';
import { putFile } from './upload-file.ts';

/** A file being added to the library. */
export interface Upload {
  id: number;
  file: File;
  name: string;
  /**
   * `same`: the library has a video with an identical file, and the user decides whether to add this one. `copying`:
   * the video is in the library, and its file is used where it is until its copy is complete. `bundle`: the user
   * decides whether to import it.
   */
  state: 'waiting' | 'sending' | 'registering' | 'same' | 'bundle' | 'copying' | 'done' | 'failed';
  sentBytes: number;
  /** Bytes per second over the last seconds. */
  speed: number;
  error: Error | null;
  /** Set once the file is registered as a video. */
  jobId: string | null;
  /** Storage path of the bytes, once they have arrived or are being copied. */
  filePath: string | null;
  /** Identifies the import by path whose copy is not complete. */
  importId: string | null;
  /** A video with an identical file. */
  duplicate: Duplicates[number] | null;
  /** The user chose to add it despite its duplicate. */
  isWanted: boolean;
  /** The library already had this very file. */
  isKnown: boolean;
  /** A bundle that the user decides about, and its place. */
  bundle: { facts: BundleFacts; place: { path: string } | { file_path: string } } | null;
  /** Result of the import of a bundle. */
  outcome: BundleOutcome | null;
  projectId: string | null;
}

interface UploadsState {
  uploads: readonly Upload[];
}

/** Concurrent uploads; more would only share the same disk and network. */
const CONCURRENCY_LIMIT = 3;
const SAMPLE_MS = 200;
const IMPORT_PROGRESS_MS = 500;

export const useUploads = create<UploadsState>(() => ({ uploads: [] }));
const controllers = new Map<number, AbortController>();
const limit = pLimit(CONCURRENCY_LIMIT);
let lastId = 0;

/**
 * Adds files to the library: on the desktop by path, without a copy over HTTP; in a browser by upload. Added files are
 * analyzed as chosen for new videos. Bundles of other libraries are merged.
 * @returns the files that are left out
 */
export async function addFiles(chosen: ChosenFiles, projectId: string | null = null): Promise<LeftOutFile[]> {
  const left = [...chosen.left];
  const uploads: Upload[] = [];
  for (const file of chosen.files) {
    const reason = isBundle(file) ? undefined : await leftOutOf(file);
    if (reason) left.push({ path: file.webkitRelativePath || fileName(file), reason });
    else uploads.push(newUpload(file, projectId));
  }
  useUploads.setState((state) => ({ uploads: [...state.uploads, ...uploads] }));
  for (const { id } of uploads) enqueue(id);
  return left;
}

function newUpload(file: File, projectId: string | null): Upload {
  return {
    id: ++lastId,
    file,
    name: fileName(file),
    state: 'waiting',
    sentBytes: 0,
    speed: 0,
    error: null,
    jobId: null,
    filePath: null,
    importId: null,
    duplicate: null,
    isWanted: false,
    isKnown: false,
    bundle: null,
    outcome: null,
    projectId,
  };
}

/** Stops an upload and removes it from the list. */
export function cancelUpload(id: number): void {
  controllers.get(id)?.abort();
  const upload = find(id);
  // In these states alone it is certain that no video uses the file.
  if (upload?.state === 'same' && upload.filePath !== null) discard(upload.filePath);
  if (upload?.state === 'bundle' && upload.bundle && 'file_path' in upload.bundle.place)
    discard(upload.bundle.place.file_path);
  useUploads.setState((state) => ({ uploads: state.uploads.filter((upload) => upload.id !== id) }));
}

export function retryUpload(id: number): void {
  patch(id, { state: 'waiting', error: null, sentBytes: 0, speed: 0 });
  enqueue(id);
}

/** Adds a file despite a video with an identical one. */
export function addAnyway(id: number): void {
  patch(id, { state: 'waiting', isWanted: true });
  enqueue(id);
}

/** Imports a bundle that the user decided about. @param replace whether it replaces findings of this installation */
export function acceptBundle(id: number, replace: boolean): void {
  const upload = find(id);
  if (upload?.state !== 'bundle' || !upload.bundle) return;
  const { place } = upload.bundle;
  patch(id, { state: 'registering' });
  void limit(() => following(id, (signal) => importBundle(upload, { ...place, replace }, signal)));
}

/** Deletes an uploaded file that no video uses. */
function discard(filePath: string): void {
  // If that fails, the storage settings list the file.
  void api.storage.removeFile(filePath).catch(() => {});
}

/** Removes completed and failed uploads from the list. */
export function clearUploads(): void {
  useUploads.setState((state) => ({
    uploads: state.uploads.filter((upload) => upload.state !== 'done' && upload.state !== 'failed'),
  }));
}

function patch(id: number, change: Partial<Upload>): void {
  useUploads.setState((state) => ({
    uploads: state.uploads.map((upload) => (upload.id === id ? { ...upload, ...change } : upload)),
  }));
}

function find(id: number): Upload | undefined {
  return useUploads.getState().uploads.find((upload) => upload.id === id);
}

function enqueue(id: number): void {
  void limit(() => run(id));
}

/** Follows the copy of a file that was imported by path. */
async function followCopy(id: number): Promise<void> {
  for (let upload = find(id); upload?.state === 'copying' && upload.importId !== null; upload = find(id)) {
    const { importId } = upload;
    // Without a connection, asked again.
    const imports = await api.storage.imports().catch(() => null);
    const own = imports?.find(({ import_id }) => import_id === importId);
    if (own?.error != null) {
      const message = { message: own.error, ...(own.error_text && { text: own.error_text }) };
      const error = new ReelscopeError(own.error_code ?? 'internal', message);
      // Another try imports the file again.
      return patch(id, { state: 'failed', error, jobId: null, filePath: null, importId: null });
    }
    if (imports && !own) return patch(id, { state: 'done', importId: null, sentBytes: upload.file.size });
    if (own) patch(id, { sentBytes: own.done_bytes });
    await new Promise((resolve) => setTimeout(resolve, IMPORT_PROGRESS_MS));
  }
}

async function run(id: number): Promise<void> {
  const upload = find(id);
  // Canceled while it was queued.
  if (upload?.state !== 'waiting') return;
  patch(id, { state: 'sending' });
  await following(id, async (signal) => {
    if (isBundle(upload.file)) return askForBundle(upload, signal);
    const jobId = await register(upload, signal);
    if (jobId === null) return;
    patch(upload.id, { jobId });
    const isCopying = find(id)?.importId != null;
    patch(id, { state: isCopying ? 'copying' : 'done' });
    // Not awaited: the next file is added meanwhile.
    if (isCopying) void followCopy(id);
    await refreshVideo(jobId);
    invalidate(DASHBOARD.queryKey, queries.projects.queryKey);
  });
}

/** Runs work on a file that can be canceled; a failure is shown with the file. */
async function following(id: number, work: (signal: AbortSignal) => Promise<void>): Promise<void> {
  const controller = new AbortController();
  controllers.set(id, controller);
  try {
    await work(controller.signal);
  } catch (error) {
    if (error instanceof CanceledError) return;
    patch(id, { state: 'failed', error: toError(error) });
  } finally {
    controllers.delete(id);
  }
}

/**
 * Registers a file as a video. A known file yields its existing video.
 * @returns the job id; null when a video has an identical file and the user has to decide
 */
async function register(upload: Upload, signal: AbortSignal): Promise<string | null> {
  const { id, file, name, projectId, isWanted } = upload;
  const filePath = upload.filePath ?? (await transfer(upload, signal));
  patch(id, { state: 'registering', sentBytes: file.size, filePath });
  const [duplicate] = isWanted ? [] : await api.storage.duplicates(filePath, signal);
  if (duplicate) {
    patch(id, { state: 'same', duplicate });
    return null;
  }
  const modules = await modulesToRun();
  const request = {
    file_path: filePath,
    file_name: name,
    ...(projectId !== null && { project_id: projectId }),
    // With the registration, since the window may be closed after it.
    ...(modules.length > 0 && { selected_insights: JSON.stringify(modules) }),
  };
  const { job_id, alreadyExists } = await api.storage.register(request, signal).catch((error: unknown) => {
    if (error instanceof ReelscopeError && error.code === 'unreadable_media') {
      discard(filePath);
      patch(id, { filePath: null });
    }
    // It may be registered without its analysis.
    invalidate(VIDEOS.queryKey, DASHBOARD.queryKey);
    throw error;
  });
  // After a failed start of the analysis, its own registration is known.
  patch(id, { isKnown: alreadyExists && upload.filePath === null });
  if (projectId !== null && alreadyExists) await api.videos.update(job_id, { project_id: projectId });
  return job_id;
}

/** Reads the facts of a bundle: on the desktop by path; in a browser after an upload. */
async function askForBundle(upload: Upload, signal: AbortSignal): Promise<void> {
  const { id, file } = upload;
  const path = desktop()?.pathOf(file);
  const place = path ? { path } : { file_path: await send(upload, signal) };
  patch(id, { state: 'registering', sentBytes: file.size });
  try {
    const facts = await api.videos.inspectBundle(place, signal);
    patch(id, { state: 'bundle', bundle: { facts, place } });
  } catch (error) {
    if ('file_path' in place) discard(place.file_path);
    throw error;
  }
}

/** Merges a bundle; the server deletes an uploaded one in any case. */
async function importBundle({ id, projectId }: Upload, body: ImportBundleRequest, signal: AbortSignal): Promise<void> {
  const { job_id, outcome, name } = await api.videos.importBundle(body, signal);
  if (projectId !== null && outcome === 'added') await api.videos.update(job_id, { project_id: projectId });
  await refreshVideo(job_id);
  patch(id, { state: 'done', jobId: job_id, outcome, name });
  invalidate(DASHBOARD.queryKey, queries.projects.queryKey);
}

/** Transfers the bytes to the server. @returns the storage path */
async function transfer(upload: Upload, signal: AbortSignal): Promise<string> {
  const path = desktop()?.pathOf(upload.file);
  return path ? importByPath(upload.id, path, signal) : send(upload, signal);
}

async function send({ id, file, name }: Upload, signal: AbortSignal): Promise<string> {
  const contentType = file.type || 'application/octet-stream';
  const { upload_url, file_path } = await api.storage.uploadUrl(name, contentType, signal);
  let samples: Sample[] = [{ atMs: performance.now(), bytes: 0 }];
  const onProgress = (bytes: number) => {
    const atMs = performance.now();
    if (atMs - samples.at(-1)!.atMs < SAMPLE_MS) return;
    samples = addSample(samples, { atMs, bytes });
    patch(id, { sentBytes: bytes, speed: speedOf(samples) });
  };
  await putFile(upload_url, file, contentType, onProgress, signal);
  return file_path;
}

/** Imports a file of this machine, whose copy may go on after it. @returns the storage path */
async function importByPath(id: number, path: string, signal: AbortSignal): Promise<string> {
  const importId = crypto.randomUUID();
  const { file_path, copying } = await api.storage.importFile(path, importId, signal);
  if (copying) patch(id, { importId });
  return file_path;
}

/**
 * Returns the available ones of the modules chosen for new videos; unavailable ones are shown with their reason later.
 */
async function modulesToRun(): Promise<ModuleName[]> {
  const wanted = useNewVideos.getState().modules;
  if (wanted.length === 0) return [];
  const available = (await api.modules()).filter((module) => module.available).map((module) => module.name);
  return wanted === 'all' ? available : available.filter((name) => wanted.includes(name));
}
