import { create } from 'zustand';
import { CancelledError, toError } from '../../base/errors.ts';
import type { ClipRange } from '../../contract/clips.ts';
import { request, send } from './request.ts';

/** Clips that are being made for a person to keep. */
export interface ClipSave {
  id: string;
  clips: readonly ClipRange[];
  /** Of the video, or what the clips are of. */
  title: string;
  state: 'making' | 'done' | 'failed';
  /** Clips that are made. */
  done: number;
  /** 0..100. */
  progress: number;
  error: Error | null;
}

/** How often is asked how far it is, in milliseconds. */
const ASK_MS = 700;

export const useClipSaves = create<{ saves: readonly ClipSave[] }>(() => ({ saves: [] }));
const controllers = new Map<string, AbortController>();
type Keep = (content: Blob, name: string) => void;
const keeps = new Map<string, Keep>();

/** Has clips made; `keep` gets the file when it is whole. */
export function saveClips(clips: readonly ClipRange[], title: string, keep: Keep): void {
  const id = crypto.randomUUID();
  keeps.set(id, keep);
  const save: ClipSave = { id, clips, title, state: 'making', done: 0, progress: 0, error: null };
  useClipSaves.setState(({ saves }) => ({ saves: [...saves, save] }));
  void run(save);
}

/** Stops the making and takes it off the list. */
export function cancelClips(id: string): void {
  controllers.get(id)?.abort();
  keeps.delete(id);
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
  // Each try has an id of its own: the server may still be clearing the last one away.
  const exportId = crypto.randomUUID();
  const asking = setInterval(() => void ask(id, exportId), ASK_MS);
  try {
    const response = await send('POST /clips', {
      body: { clips: [...clips], export_id: exportId },
      signal: controller.signal,
    });
    const content = await response.blob();
    keeps.get(id)?.(content, nameIn(response.headers.get('content-disposition')));
    patch(id, { state: 'done', progress: 100, done: clips.length });
  } catch (error) {
    if (error instanceof CancelledError || controller.signal.aborted) return;
    patch(id, { state: 'failed', error: toError(error) });
  } finally {
    clearInterval(asking);
    if (controllers.get(id) === controller) controllers.delete(id);
  }
}

async function ask(id: string, exportId: string): Promise<void> {
  try {
    const all = await request('GET /clips');
    const now = all.find((each) => each.export_id === exportId);
    if (now) patch(id, { progress: now.progress, done: now.done });
  } catch {
    // Only the bar stands still; whether the clips came is said by their own request.
  }
}

/** The full name in the header that the server sends with files. */
function nameIn(header: string | null): string {
  const [, name] = /filename\*=UTF-8''([^;]+)/.exec(header ?? '') ?? [];
  return name === undefined ? 'clip.mp4' : decodeURIComponent(name);
}
