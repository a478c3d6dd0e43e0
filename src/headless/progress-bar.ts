import { formatPosition } from '../base/time.ts';
import type { JobStatus } from '../contract/job.ts';

const WIDTH = 24;

/** A line on a terminal that is redrawn in place; no output if the stream is not a terminal. */
export interface ProgressBar {
  show(status: JobStatus): void;
  clear(): void;
}

export function createProgressBar(stream: NodeJS.WriteStream): ProgressBar {
  let drawn = false;
  return {
    show(status) {
      if (!stream.isTTY) return;
      drawn = true;
      stream.write(`\r\u001b[2K${progressLine(status).slice(0, Math.max(20, (stream.columns ?? 80) - 1))}`);
    },
    clear() {
      if (drawn) stream.write('\r\u001b[2K');
      drawn = false;
    },
  };
}

/** Formats `[████····] 42.0 %  Analyzing video  3.1× real time  0:12 left`. Pure. */
function progressLine(status: JobStatus): string {
  if (status.status === 'queued') return `waiting in the queue (position ${status.queue_position ?? 1})`;
  const full = Math.round((status.progress / 100) * WIDTH);
  const parts = [
    `[${'█'.repeat(full)}${'·'.repeat(WIDTH - full)}] ${status.progress.toFixed(1)} %`,
    status.stage,
    status.speed === null ? null : `${status.speed.toFixed(1)}× real time`,
    status.eta_seconds === null ? null : `${formatPosition(status.eta_seconds)} left`,
  ];
  return parts.filter((part) => part !== null).join('  ');
}
