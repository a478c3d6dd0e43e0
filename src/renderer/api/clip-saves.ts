import { create } from 'zustand';
import { CanceledError, toError } from '../../base/errors.ts';
import type { ClipRange } from '../../contract/clips.ts';
import { request, send } from './request.ts';

/** Export of clips to a file. */
export interface ClipSave {
  id: string;
  clips: readonly ClipRange[];
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
const savers = new Map<string, SaveFile>();

/** Exports clips. @param saveFile called with the completed file */
export function saveClips(clips: readonly ClipRange[], title: string, saveFile: SaveFile): void {
  const id = crypto.randomUUID();
  savers.set(id, saveFile);
  const save: ClipSave = { id, clips, title, state: 'making', done: 0, progress: 0, error: null };
  useClipSaves.setState(({ saves }) => ({ saves: [...saves, save] }));
  void run(save);
}

/** Cancels an export and removes it from the list. */
export function cancelClips(id: string): void {
  controllers.get(id)?.abort();
  savers.delete(id);
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

async function run({ id, clips }: ClipSave): Promise<void> {
  const controller = new AbortController();
  controllers.set(id, controller);
  // Each attempt has its own id, since the server may still be cleaning up the previous one.
  const exportId = crypto.randomUUID();
  const polling = setInterval(() => void poll(id, exportId), POLL_INTERVAL_MS);
  try {
    const response = await send('POST /clips', {
      body: { clips: [...clips], export_id: exportId },
      signal: controller.signal,
    });
    const content = await response.blob();
    savers.get(id)?.(content, nameIn(response.headers.get('content-disposition')));
    patch(id, { state: 'done', progress: 100, done: clips.length });
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

/** Returns the file name in a Content-Disposition header. */
function nameIn(header: string | null): string {
  const [, name] = /filename\*=UTF-8''([^;]+)/.exec(header ?? '') ?? [];
  return name === undefined ? 'clip.mp4' : decodeURIComponent(name);
}
