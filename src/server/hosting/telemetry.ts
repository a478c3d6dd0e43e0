/**
 * Environment variables that turn off telemetry in native packages. ONNX Runtime reads its variable when the library is loaded, so it
 * must be in the environment of a process before that.
 */
const TELEMETRY_OFF = { ORT_DISABLE_TELEMETRY: '1' } as const;

/** Turns off telemetry of native packages in this process and, by inheritance, in its later child processes. */
export function disableTelemetry(): void {
  Object.assign(process.env, TELEMETRY_OFF);
}

/** Environment of a worker process: that of this process, with telemetry off. */
export function workerEnvironment(): Record<string, string> {
  const inherited = Object.entries(process.env).filter((entry): entry is [string, string] => entry[1] !== undefined);
  return { ...Object.fromEntries(inherited), ...TELEMETRY_OFF };
}
