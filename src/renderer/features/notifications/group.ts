import type { Notification } from '../../../contract/sharing/notifications.ts';

/** Consecutive notifications of one kind from which they are shown as one. */
const MIN_GROUP = 3;

/**
 * Groups notifications in a row that have the same title and type, such as the analyses of a folder; the order stays.
 */
export function groupNotifications(list: readonly Notification[]): Notification[][] {
  const runs: Notification[][] = [];
  for (const one of list) {
    const last = runs.at(-1)?.at(-1);
    if (last && last.title === one.title && last.type === one.type) runs.at(-1)!.push(one);
    else runs.push([one]);
  }
  return runs.flatMap((run) => (run.length < MIN_GROUP ? run.map((one) => [one]) : [run]));
}
