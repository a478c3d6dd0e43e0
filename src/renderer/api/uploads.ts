import { create } from 'zustand';
import { CancelledError, toError } from '../../base/errors.ts';
import { ReelscopeError } from '../../contract/errors.ts';
import type { Duplicates } from '../../contract/storage.ts';
import { desktop } from './desktop.ts';
import { isMedia } from './dropped-files.ts';
import { api } from './endpoints.ts';
import { DASHBOARD, PROJECTS, refreshVideo } from './queries.ts';
import { invalidate } from './query.ts';
import { addSample, type Sample, speedOf } from './speed.ts';
import { putFile } from './upload-file.ts';

/** One file on its way in. */
export interface Upload {
  id: number;
  file: File;
  name: string;
  /** `same`: the library has a video of the same bytes, and a person decides what becomes of this one. */
  state: 'waiting' | 'sending' | 'registering' | 'same' | 'done' | 'failed';
  sentBytes: number;
  /** Bytes per second over the last seconds. */
  speed: number;
  error: Error | null;
  /** Known when it is done. */
  jobId: string | null;
  /** Where its bytes are, once they are in. */
  filePath: string | null;
  /** A video that has the same bytes. */
  twin: Duplicates[number] | null;
  /** A person wants it beside its twin. */
  isWanted: boolean;
  /** The library had this very file already. */
  isKnown: boolean;
  projectId: string | null;
}

interface UploadsState {
  uploads: readonly Upload[];
}

/** Files sent at the same time; more would only share the same disk and network. */
const AT_ONCE = 3;
const SAMPLE_MS = 200;

export const useUploads = create<UploadsState>(() => ({ uploads: [] }));
const controllers = new Map<number, AbortController>();
let lastId = 0;

/**
 * Takes files in: on the desktop by their path, without a copy over HTTP; in a browser by upload. What came in is
 * analysed with all modules that can run. Files that hold no video or sound are left out.
 * @returns how many were taken and how many left out
 */
export function addFiles(files: readonly File[], projectId: string | null = null): { taken: number; left: number } {
  const media = files.filter(isMedia);
  const uploads = media.map(
    (file): Upload => ({
      id: ++lastId,
      file,
      name: file.name,
      state: 'waiting',
      sentBytes: 0,
      speed: 0,
      error: null,
      jobId: null,
      filePath: null,
      twin: null,
      isWanted: false,
      isKnown: false,
      projectId,
    }),
  );
  useUploads.setState((state) => ({ uploads: [...state.uploads, ...uploads] }));
  next();
  return { taken: media.length, left: files.length - media.length };
}

/** Stops an upload and takes it off the list. */
export function cancelUpload(id: number): void {
  controllers.get(id)?.abort();
  const upload = useUploads.getState().uploads.find((each) => each.id === id);
  // Only here is it sure that no video has the file.
  if (upload?.state === 'same' && upload.filePath !== null) discard(upload.filePath);
  useUploads.setState((state) => ({ uploads: state.uploads.filter((upload) => upload.id !== id) }));
}

export function retryUpload(id: number): void {
  patch(id, { state: 'waiting', error: null, sentBytes: 0, speed: 0 });
  next();
}

/** Adds a file beside the video that has the same bytes. */
export function addAnyway(id: number): void {
  patch(id, { state: 'waiting', isWanted: true });
  next();
}

/** What was sent and is no video of its own serves nobody; the file that was added is not touched. */
function discard(filePath: string): void {
  // Should it stay behind, the storage settings list it.
  void api.storage.removeFile(filePath).catch(() => {});
}

/** Empties the list of what has arrived or failed. */
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

function next(): void {
  const { uploads } = useUploads.getState();
  const free = AT_ONCE - uploads.filter(({ state }) => state === 'sending' || state === 'registering').length;
  for (const upload of uploads.filter(({ state }) => state === 'waiting').slice(0, Math.max(0, free))) {
    patch(upload.id, { state: 'sending' });
    void run(upload).finally(next);
  }
}

async function run(upload: Upload): Promise<void> {
  const controller = new AbortController();
  controllers.set(upload.id, controller);
  try {
    // A file that is in already, and whose analysis could not be started, is not sent again.
    const jobId = upload.jobId ?? (await register(upload, controller.signal));
    if (jobId === null) return;
    patch(upload.id, { jobId });
    await refreshVideo(jobId);
    await startAll(jobId);
    patch(upload.id, { state: 'done' });
    await refreshVideo(jobId);
    invalidate(DASHBOARD, PROJECTS);
  } catch (error) {
    if (error instanceof CancelledError) return;
    patch(upload.id, { state: 'failed', error: toError(error) });
  } finally {
    controllers.delete(upload.id);
  }
}

/**
 * Makes a video of a file. A file that is known already gives the video that it has.
 * @returns the job id; null when a video has the same bytes, and a person is asked
 */
async function register(upload: Upload, signal: AbortSignal): Promise<string | null> {
  const { id, file, name, projectId, isWanted } = upload;
  const filePath = upload.filePath ?? (await bringIn(upload, signal));
  patch(id, { state: 'registering', sentBytes: file.size, filePath });
  const [twin] = isWanted ? [] : await api.storage.duplicates(filePath, signal);
  if (twin) {
    patch(id, { state: 'same', twin });
    return null;
  }
  const { job_id, alreadyExists } = await api.storage.register(filePath, name, signal).catch((error: unknown) => {
    if (error instanceof ReelscopeError && error.code === 'unreadable_media') {
      discard(filePath);
      patch(id, { filePath: null });
    }
    throw error;
  });
  patch(id, { isKnown: alreadyExists });
  if (projectId !== null) await api.videos.update(job_id, { project_id: projectId });
  return job_id;
}

/** Brings the bytes to the server. @returns the storage path */
async function bringIn({ id, file, name }: Upload, signal: AbortSignal): Promise<string> {
  const path = desktop()?.pathOf(file);
  if (path) return (await api.storage.importFile(path, signal)).file_path;
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

/**
 * Queues the analysis with all modules that can run; a module that can't is shown with its reason later. What was
 * analysed before, or waits for it, is left as it is.
 */
async function startAll(jobId: string): Promise<void> {
  if ((await api.videos.get(jobId)).status !== 'uploaded') return;
  const modules = (await api.modules()).filter((module) => module.available).map((module) => module.name);
  if (modules.length > 0) await api.videos.process(jobId, { modules });
}
