import { create } from 'zustand';

/** Tasks over the page that any screen may open; the shell shows them, loaded when they are first needed. */
export type Overlay =
  | { kind: 'search' }
  | { kind: 'keys' }
  | { kind: 'process'; jobIds: readonly string[] }
  | { kind: 'share'; jobId: string }
  | { kind: 'export'; jobId: string };

export const useOverlay = create<{ overlay: Overlay | null }>(() => ({ overlay: null }));

/** Opens a task, in the place of the one that is open. */
export function openOverlay(overlay: Overlay): void {
  useOverlay.setState({ overlay });
}

export function closeOverlay(): void {
  useOverlay.setState({ overlay: null });
}
