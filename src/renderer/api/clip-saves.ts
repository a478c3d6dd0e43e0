import { create } from 'zustand';
import { CanceledError, toError } from '../../base/errors.ts';
import type { Blur } from '../../contract/library/blur.ts';
import type { ClipRange, ClipResolution } from '../../contract/library/clips.ts';
import { receiveFile } from './download-file.ts';
import { fileNameOf } from './file-name.ts';
import { request, send } from './request.ts';

/** Export of clips to a file. */
export interface ClipSave {
  id: string;
  /** Number of clips. */
  count: number;
  /** Name of the video, or a description of the clips. */
  title: string;
  state: 'making' | 'done' | 'failed';
  /** Number of completed clips. */
  done: number;
  /** 0..100. */
  progress: number;
  error: Error | null;
}

/** Poll interval of the progress. */
const POLL_INTERVAL_MS = 700;

export const useClipSaves = create<{ saves: readonly ClipSave[] }>(() => ({ saves: [] }));
const controllers = new Map<string, AbortController>();
type SaveFile = (content: Blob, name: string) => void;

/** How the file of an export is requested and saved. */
interface Work {
  /** @param exportId under which the server reports progress */
  make(exportId: string, signal: AbortSignal): Promise<Response>;
  /** Called with the completed file. */
  saveFile: SaveFile;
}
const works = new Map<string, Work>();

/** Exports clips. @param saveFile called with the completed file */
export function saveClips(
  clips: readonly ClipRange[],
  { title, ...options }: { title: string; resolution: ClipResolution; blur?: Blur },
  saveFile: SaveFile,
): void {
  startClipSave(clips.length, title, {
    make: (export_id, signal) => send('POST /clips', { body: { clips: [...clips], ...options, export_id }, signal }),
    saveFile,
  });
}

/** Exports clips by a request of its own. @param count number of clips */
export function startClipSave(count: number, title: string, work: Work): void {
  const id = crypto.randomUUID();
  works.set(id, work);
  const save: ClipSave = { id, count, title, state: 'making', done: 0, progress: 0, error: null };
  useClipSaves.setState(({ saves }) => ({ saves: [...saves, save] }));
  void run(save);
}

/** Cancels an export and removes it from the list. */
export function cancelClips(id: string): void {
  controllers.get(id)?.abort();
  works.delete(id);
  useClipSaves.setState(({ saves }) => ({ saves: saves.filter((save) => save.id !== id) }));
}

export function retryClips(id: string): void {
  const save = useClipSaves.getState().saves.find((each) => each.id === id);
  if (!save) return;
  patch(id, { state: 'making', error: null, done: 0, progress: 0 });
  void run(save);
}

function patch(id: string, change: Partial<ClipSave>): void {
  useClipSaves.setState(({ saves }) => ({
    saves: saves.map((save) => (save.id === id ? { ...save, ...change } : save)),
  }));
}

async function run({ id, count }: ClipSave): Promise<void> {
  const work = works.get(id);
  if (!work) return;
  const controller = new AbortController();
  controllers.set(id, controller);
  // Each attempt has its own id, since the server may still be cleaning up the previous one.
  const exportId = crypto.randomUUID();
  const polling = setInterval(() => void poll(id, exportId), POLL_INTERVAL_MS);
  try {
    const response = await work.make(exportId, controller.signal);
    const content = await receiveFile(response);
    works.get(id)?.saveFile(content, fileNameOf(response) ?? 'clip.mp4');
    patch(id, { state: 'done', progress: 100, done: count });
  } catch (error) {
    if (error instanceof CanceledError || controller.signal.aborted) return;
    patch(id, { state: 'failed', error: toError(error) });
  } finally {
    clearInterval(polling);
    if (controllers.get(id) === controller) controllers.delete(id);
  }
}

async function poll(id: string, exportId: string): Promise<void> {
  try {
    const all = await request('GET /clips');
    const now = all.find((each) => each.export_id === exportId);
    if (now) patch(id, { progress: now.progress, done: now.done });
  } catch {
    // Only the progress bar pauses; the export request reports errors.
  }
}
