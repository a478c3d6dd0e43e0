import { printable } from '../../base/printable.ts';
import type { JobStatus } from '../../contract/analysis/job.ts';
import { type CommandInput, has } from '../command.ts';
import { type ProgressBar, progressLine } from '../output/progress-bar.ts';

/** Progress of several files on standard error. */
export interface BatchProgress {
  /** Progress of one file, of a label. */
  bar(label: string): ProgressBar;
  /** Prints a line that stays. */
  line(text: string): void;
  close(): void;
}

/**
 * On a terminal, each running file has a line that is redrawn below the lines that stay; otherwise, only those are
 * printed. With --quiet, nothing.
 */
export function createBatchProgress(input: CommandInput, stream: NodeJS.WriteStream = process.stderr): BatchProgress {
  if (has(input, 'quiet')) return { bar: () => NO_BAR, line() {}, close() {} };
  if (!stream.isTTY) return { bar: () => NO_BAR, line: (text) => void stream.write(`${text}\n`), close() {} };
  return redrawn(stream);
}

const NO_BAR: ProgressBar = { show() {}, clear() {} };

function redrawn(stream: NodeJS.WriteStream): BatchProgress {
  const running = new Map<string, JobStatus>();
  let drawn = 0;

  const erase = (): string => (drawn === 0 ? '' : `\u001b[${drawn}A\u001b[0J`);
  const draw = (above = ''): void => {
    const width = Math.max(20, (stream.columns ?? 80) - 1);
    const lines = [...running].map(([label, status]) =>
      clip(
        `  ${shortened(printable(label), Math.floor(width / 2))}  ${progressLine(status, `${status.progress.toFixed(1)} %`)}`,
        width,
      ),
    );
    stream.write(`${erase()}${above}${lines.map((line) => `${line}\n`).join('')}`);
    drawn = lines.length;
  };

  return {
    bar: (label) => ({
      show(status) {
        running.set(label, status);
        draw();
      },
      clear() {
        if (running.delete(label)) draw();
      },
    }),
    line: (text) => draw(`${text}\n`),
    close() {
      running.clear();
      draw();
    },
  };
}

const clip = (text: string, width: number): string => [...text].slice(0, width).join('');

/** Leaves out the beginning of a path that is too long. Pure. */
function shortened(label: string, width: number): string {
  const characters = [...label];
  return characters.length <= width ? label : `…${characters.slice(1 - width).join('')}`;
}
