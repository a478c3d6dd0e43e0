import type { LucideIcon } from 'lucide-react';
import { useEffect, useRef } from 'react';

/** Something that the command palette can run. */
export interface Command {
  /** Stable across sessions; recent commands are kept by it. */
  id: string;
  label: string;
  /** Heading that it's listed under. */
  group: string;
  icon: LucideIcon;
  /** Key combination as in {@link useShortcuts}, for display. */
  shortcut?: string;
  /** More words that find it. */
  words?: string;
  run(): void;
}

/** Commands of the shell and of the page that is shown, by their owner; those of the page come last. */
const sources = new Map<object, () => readonly Command[]>();

/** Offers commands in the command palette while a component is mounted. */
export function useCommands(commands: readonly Command[]): void {
  const latest = useRef(commands);
  latest.current = commands;
  useEffect(() => {
    const owner = {};
    sources.set(owner, () => latest.current);
    return () => void sources.delete(owner);
  }, []);
}

/** Returns all commands that are offered now. */
export function listCommands(): readonly Command[] {
  return [...sources.values()].flatMap((commands) => commands());
}
