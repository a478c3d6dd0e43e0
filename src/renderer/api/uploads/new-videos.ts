import { create } from 'zustand';
import { isModuleName, type ModuleName } from '../../../contract/analysis/modules.ts';

/**
 * Modules that analyze a video once it is added; `all`: each that is available; empty: none, until the user starts it.
 */
export type NewVideoModules = 'all' | readonly ModuleName[];

const STORED = 'reelscope.new-videos';

/** Analysis of videos added in this window, stored in this browser. */
export const useNewVideos = create<{ modules: NewVideoModules }>(() => ({ modules: stored() }));

export function setNewVideos(modules: NewVideoModules): void {
  localStorage.setItem(STORED, JSON.stringify(modules));
  useNewVideos.setState({ modules });
}

function stored(): NewVideoModules {
  try {
    const value: unknown = JSON.parse(localStorage.getItem(STORED) ?? '"all"');
    return Array.isArray(value) ? value.filter(isModuleName) : 'all';
  } catch {
    return 'all';
  }
}
