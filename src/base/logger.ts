export type LogLevel = 'debug' | 'info' | 'warn' | 'error';

/** Structured fields of a log record, which has a `message` already. Must not contain keys, tokens, or signed URLs. */
export type LogFields = Readonly<Record<string, unknown>> & { readonly message?: never };

export interface Logger {
  debug(message: string, fields?: LogFields): void;
  info(message: string, fields?: LogFields): void;
  warn(message: string, fields?: LogFields): void;
  error(message: string, fields?: LogFields): void;
}

/** Receives finished log records; the host decides where they are written (stderr, a rotated file, nowhere). */
export type LogSink = (record: { time: number; level: LogLevel; message: string; fields: LogFields }) => void;

/** Creates a logger that adds the time to each record and passes it to `sink`. */
export function createLogger(sink: LogSink, base: LogFields = {}): Logger {
  const at = (level: LogLevel) => (message: string, fields?: LogFields) =>
    sink({ time: Date.now(), level, message, fields: { ...base, ...fields } });
  return { debug: at('debug'), info: at('info'), warn: at('warn'), error: at('error') };
}
