import type { LogLevel, LogSink } from '../../base/logger.ts';
import { logLine } from '../../server/hosting/log-file.ts';

const ORDER: readonly LogLevel[] = ['debug', 'info', 'warn', 'error'];

/** Writes one JSON object per line to stderr, from level `least` on; stdout is reserved for results. */
export function stderrLog(least: LogLevel = 'info'): LogSink {
  return (record) => {
    if (ORDER.indexOf(record.level) >= ORDER.indexOf(least)) process.stderr.write(logLine(record));
  };
}
