import { constants, setPriority } from 'node:os';

/** Lets all other work on the machine go first. */
export function lowerPriority(): void {
  try {
    setPriority(constants.priority.PRIORITY_LOW);
  } catch {
    // Some systems forbid it; the work then competes with other work.
  }
}
