import { formatClock } from '../../base/time.ts';
import type { JobStatus } from '../../contract/analysis/job.ts';
import { type CommandInput, has } from '../command.ts';

const WIDTH = 24;
/** Without a terminal, a line is printed each time that the progress has grown by this percentage. */
const STEP = 10;

/** Progress of a job on standard error. */
export interface ProgressBar {
  show(status: JobStatus): void;
  clear(): void;
}

/** On a terminal, a line that is redrawn in place; otherwise, a line at each step. With --quiet, nothing. */
export function createProgressBar(input: CommandInput, stream: NodeJS.WriteStream = process.stderr): ProgressBar {
  if (has(input, 'quiet')) return { show() {}, clear() {} };
  return stream.isTTY ? redrawn(stream) : lines(stream);
}

function redrawn(stream: NodeJS.WriteStream): ProgressBar {
  let drawn = false;
  return {
    show(status) {
      drawn = true;
      const line = progressLine(status, bar(status.progress));
      stream.write(`\r\u001b[2K${line.slice(0, Math.max(20, (stream.columns ?? 80) - 1))}`);
    },
    clear() {
      if (drawn) stream.write('\r\u001b[2K');
      drawn = false;
    },
  };
}

function lines(stream: NodeJS.WriteStream): ProgressBar {
  let last = '';
  return {
    show(status) {
      const step = `${status.status} ${Math.floor(status.progress / STEP)}`;
      if (step !== last) stream.write(`${progressLine(status, `${Math.floor(status.progress)} %`)}\n`);
      last = step;
    },
    clear() {},
  };
}

/** Formats a speed as `3.1× real time`, a slow one as `0.04× real time`. Pure. */
export function speedText(speed: number): string {
  return `${speed < 0.1 ? speed.toPrecision(1) : speed.toFixed(1)}× real time`;
}

/** Formats `42.0 %  Analyzing video  3.1× real time  0:12 left`. Pure. */
export function progressLine(status: JobStatus, progress: string): string {
  if (status.status === 'queued') return `waiting in the queue (position ${status.queue_position ?? 1})`;
  const parts = [
    progress,
    status.stage,
    status.speed === null ? null : speedText(status.speed),
    status.eta_seconds === null ? null : `${formatClock(status.eta_seconds)} left`,
  ];
  return parts.filter((part) => part !== null).join('  ');
}

function bar(percentage: number): string {
  const full = Math.round((percentage / 100) * WIDTH);
  return `[${'█'.repeat(full)}${'·'.repeat(WIDTH - full)}] ${percentage.toFixed(1)} %`;
}
