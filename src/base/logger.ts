export type LogLevel = 'debug' | 'info' | 'warn' | 'error';

/** Structured fields of a log line. Never put a key, token or signed URL in here. */
export type LogFields = Readonly<Record<string, unknown>>;

export interface Logger {
  debug(message: string, fields?: LogFields): void;
  info(message: string, fields?: LogFields): void;
  warn(message: string, fields?: LogFields): void;
  error(message: string, fields?: LogFields): void;
}

/** Where finished log records go; a host decides (stderr, a rotated file, nothing). */
export type LogSink = (record: { time: number; level: LogLevel; message: string; fields: LogFields }) => void;

/** A logger that stamps records with the time and hands them to `sink`. */
export function createLogger(sink: LogSink, base: LogFields = {}): Logger {
  const at = (level: LogLevel) => (message: string, fields?: LogFields) =>
    sink({ time: Date.now(), level, message, fields: { ...base, ...fields } });
  return { debug: at('debug'), info: at('info'), warn: at('warn'), error: at('error') };
}
