import { create } from 'zustand';
import type { ModuleName } from '../../../contract/analysis/modules.ts';
import type { ClipRange } from '../../../contract/library/clips.ts';
import type { MomentSource } from '../../../contract/search/stories.ts';

/** Dialogs that any screen can open; the shell loads them on demand. */
export type Overlay =
  | { kind: 'search' }
  | { kind: 'keys' }
  /** Objects that can be found. */
  | { kind: 'seen' }
  | { kind: 'deleted-chats' }
  /** Analysis of videos to be added. */
  | { kind: 'new-videos' }
  | { kind: 'add-to-story'; moments: readonly MomentSource[] }
  /** `modules` are selected initially instead of all. */
  | { kind: 'process'; jobIds: readonly string[]; modules?: readonly ModuleName[] }
  /** Switch of People in a project, and facts about what it stores. */
  | { kind: 'people'; projectId: string }
  | { kind: 'name-person'; person: { id: string; name: string | null; number: number } }
  /** `near` are people to list first. */
  | { kind: 'merge-person'; personId: string; projectId: string; near: readonly string[] }
  | { kind: 'share'; jobId: string }
  | { kind: 'share-story'; storyId: string }
  | { kind: 'rename-video'; jobId: string }
  | { kind: 'move-videos'; jobIds: readonly string[] }
  /** Moves videos to the trash; asks only if that stops an analysis. */
  | { kind: 'trash-videos'; jobIds: readonly string[] }
  /** Without a video, searches a folder for the files of all videos. */
  | { kind: 'relink'; jobId?: string }
  /** `range` limits the export, in seconds. */
  | { kind: 'export'; jobId: string; range?: { start: number; end: number } }
  | { kind: 'export-story'; storyId: string }
  | { kind: 'export-many'; jobIds: readonly string[] }
  /** `padding` is the initial padding in seconds. */
  | { kind: 'clips'; clips: readonly ClipRange[]; padding: number };

export const useOverlay = create<{ overlay: Overlay | null }>(() => ({ overlay: null }));

/** Opens a dialog and replaces an open one. */
export function openOverlay(overlay: Overlay): void {
  useOverlay.setState({ overlay });
}

export function closeOverlay(): void {
  useOverlay.setState({ overlay: null });
}
