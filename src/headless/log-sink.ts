import { toError } from '../base/errors.ts';
import type { LogLevel, LogSink } from '../base/logger.ts';

const ORDER: readonly LogLevel[] = ['debug', 'info', 'warn', 'error'];

/** One JSON object a line on stderr, from `least` on; stdout belongs to results. */
export function stderrLog(least: LogLevel = 'info'): LogSink {
  return ({ time, level, message, fields }) => {
    if (ORDER.indexOf(level) < ORDER.indexOf(least)) return;
    const line = { time: new Date(time).toISOString(), level, message, ...fields };
    process.stderr.write(`${JSON.stringify(line, (_, value) => (value instanceof Error ? describe(value) : value))}\n`);
  };
}

function describe(error: Error): unknown {
  const { message, stack, cause } = error;
  return { message, stack, ...(cause !== undefined && { cause: toError(cause).message }) };
}
