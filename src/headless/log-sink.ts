import type { LogLevel, LogSink } from '../base/logger.ts';
import { logLine } from '../server/hosting/log-file.ts';

const ORDER: readonly LogLevel[] = ['debug', 'info', 'warn', 'error'];

/** One JSON object a line on stderr, from `least` on; stdout belongs to results. */
export function stderrLog(least: LogLevel = 'info'): LogSink {
  return (record) => {
    if (ORDER.indexOf(record.level) >= ORDER.indexOf(least)) process.stderr.write(logLine(record));
  };
}
