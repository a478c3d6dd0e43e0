import { create } from 'zustand';
import type { ClipRange } from '../../../contract/clips.ts';

/** Tasks over the page that any screen may open; the shell shows them, loaded when they are first needed. */
export type Overlay =
  | { kind: 'search' }
  | { kind: 'keys' }
  | { kind: 'process'; jobIds: readonly string[] }
  | { kind: 'share'; jobId: string }
  /** `range`: only this part, in seconds. */
  | { kind: 'export'; jobId: string; range?: { start: number; end: number } }
  | { kind: 'export-many'; jobIds: readonly string[] }
  /** `padding`: seconds around each clip to begin with. */
  | { kind: 'clips'; clips: readonly ClipRange[]; padding: number };

export const useOverlay = create<{ overlay: Overlay | null }>(() => ({ overlay: null }));

/** Opens a task, in the place of the one that is open. */
export function openOverlay(overlay: Overlay): void {
  useOverlay.setState({ overlay });
}

export function closeOverlay(): void {
  useOverlay.setState({ overlay: null });
}
