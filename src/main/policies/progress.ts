import type { ActivitySnapshot } from '../../server/jobs/activity.ts';
import type { MainText } from '../text.ts';

/** Display of the queue in the dock, taskbar, and tray. */
export interface ProgressDisplay {
  /** 0 to 1 for Electron's `setProgressBar`; -1 removes the bar. */
  bar: number;
  /** Number of jobs on the badge; 0 removes it. */
  badge: number;
  /** One line for the tray. */
  line: string;
  /** Whether to prevent automatic sleep. */
  keepAwake: boolean;
}

export function progressDisplay({ running, queued, progress }: ActivitySnapshot, text: MainText): ProgressDisplay {
  const badge = running + queued;
  const percent = Math.floor((progress ?? 0) * 100);
  const line = running > 0 ? runningLine(percent, queued, text) : text('idle');
  return { bar: running > 0 ? (progress ?? 0) : -1, badge, line, keepAwake: badge > 0 };
}

/** Confirmation before quitting; undefined if no job would be interrupted. */
export function quitQuestion(
  { running, queued }: ActivitySnapshot,
  text: MainText,
): { message: string; detail: string; buttons: [quit: string, stay: string] } | undefined {
  if (running + queued === 0) return undefined;
  return {
    message: text('quitTitle'),
    detail: text('quitDetail', { count: running + queued }),
    buttons: [text('quit'), text('stay')],
  };
}

function runningLine(percent: number, queued: number, text: MainText): string {
  return queued > 0 ? text('analyzingQueued', { percent, queued }) : text('analyzing', { percent });
}
