import { useEffect } from 'react';
import { create } from 'zustand';

/** Handling of files that are dropped on the window, before the rest is added to the library. */
export interface DropHandler {
  title: string;
  text: string;
  /** Takes files, and returns the rest. */
  take(files: readonly File[]): readonly File[];
}

const useHandler = create<{ handler: DropHandler | null }>(() => ({ handler: null }));

/** The handler of the screen that is shown; null if files are added to the library. */
export function useDropHandler(): DropHandler | null {
  return useHandler(({ handler }) => handler);
}

/** Handles dropped files while the component is shown. @param handler the same object as long as it is the same */
export function useOwnDrops(handler: DropHandler): void {
  useEffect(() => {
    useHandler.setState({ handler });
    return () => useHandler.setState({ handler: null });
  }, [handler]);
}
