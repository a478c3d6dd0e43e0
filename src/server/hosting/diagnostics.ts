import { cpus, release, totalmem } from 'node:os';
import { downloadZip } from 'client-zip';
import { z } from 'zod';
import { tryParseJson } from '../../base/json/parse-json.ts';
import type { LogLevel } from '../../base/logger.ts';
import type { Decoding } from '../../contract/analysis/decoding.ts';
import type { ModuleInfo } from '../../contract/analysis/modules.ts';
import { ERROR_CODES } from '../../contract/errors.ts';
import type { EngineOptions } from '../../contract/system/models.ts';

/**
 * Log messages that contain no user data. Any other message may quote a file name or a user's text, so it is redacted:
 * a line shows the event and its time, never the affected item.
 */
export const SAFE_MESSAGES: ReadonlySet<string> = new Set([
  'clip failed',
  'job failed to run',
  'job failed to start',
  'proxy could not be deleted',
  'clips could not be deleted',
  'listening',
  'proxy failed',
  'query embedding failed; keyword search only',
  'proxies could not be queued',
  'request',
  'request refused',
  'segments could not be embedded',
  'network sharing started',
  'network sharing could not be started',
  'started',
  'previous embedding engine failed',
  'identity provider keys could not be read',
  'language model failed; quoting findings instead',
  'no system keyring; secrets are stored in a file',
  'system suspended',
  'system resumed',
  'window crashed',
  'window unresponsive',
  'worker crashed',
  'worker message could not be handled',
]);
const REDACTED = '(redacted)';
/** Id of a built-in engine; ids of the user's own models and servers have other forms. */
const BUNDLED_ENGINE_ID = /^[a-z0-9-]{1,40}@[0-9.]{1,12}$/;
const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'] as const;

/** Fields that are kept, each only in a form that cannot contain personal data. */
const KeptFields = z.object({
  status: z.number().optional().catch(undefined),
  ms: z.number().optional().catch(undefined),
  exit_code: z.number().optional().catch(undefined),
  method: z.enum(METHODS).optional().catch(undefined),
  code: z.enum(ERROR_CODES).optional().catch(undefined),
  /** Route pattern: only words and parameter names between slashes. */
  route: z
    .string()
    .regex(/^(\/(:?[a-z_-]{1,32}|\*|:[a-z_]+\{[^}]{1,20}\}))*\/?$/)
    .optional()
    .catch(undefined),
});
const Line = z.object({
  time: z.iso.datetime(),
  level: z.enum(['debug', 'info', 'warn', 'error'] satisfies LogLevel[]),
  message: z.string(),
});

/** Removes potentially personal data from a log; lines that are not log records are only counted. */
function redactLog(text: string): string {
  let unknown = 0;
  const lines = text
    .split('\n')
    .filter(Boolean)
    .flatMap((raw) => {
      const record = tryParseJson(raw);
      const line = Line.safeParse(record);
      if (!line.success) {
        unknown++;
        return [];
      }
      const { time, level, message } = line.data;
      return [
        JSON.stringify({
          time,
          level,
          message: SAFE_MESSAGES.has(message) ? message : REDACTED,
          ...KeptFields.parse(record),
        }),
      ];
    });
  return [...lines, ...(unknown > 0 ? [`${unknown} other line(s) removed`] : []), ''].join('\n');
}

/** Replaces URLs, names and texts in settings by their number or presence. */
function redactSettings(options: EngineOptions): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(options).map(([name, value]) => {
      if (typeof value === 'boolean' || value === null || name === 'embedding_engine') return [name, value];
      return [name, Array.isArray(value) ? `${value.length} entries` : 'set'];
    }),
  );
}

export interface DiagnosticsParts {
  version: string;
  host: string;
  options: EngineOptions;
  modules: readonly ModuleInfo[];
  /** How the last analysis decoded its video. */
  decoding: Decoding | null;
  counts: Record<string, number>;
  /** Contents of log files, newest first. */
  logs: readonly string[];
  /** Runtime versions, by name. */
  versions: Record<string, string | undefined>;
}

/**
 * Returns the files of a diagnostics zip: versions, system, engines, settings and the redacted log.
 * They contain no file names, user texts, URLs, keys or tokens.
 */
export function diagnosticsFiles(parts: DiagnosticsParts): { name: string; input: string }[] {
  const { version, host, options, modules, decoding, counts, logs, versions } = parts;
  const system = {
    reelscope: version,
    host,
    platform: process.platform,
    arch: process.arch,
    system: release(),
    cores: cpus().length,
    memory_gb: Math.round(totalmem() / 1e8) / 10,
    counts,
    versions,
    decoding,
  };
  // The reason may name folders and URLs, so only availability and engine are included.
  const engines = modules.map(({ name, engine, available, needs }) => ({
    name,
    engine: engine === null || BUNDLED_ENGINE_ID.test(engine) ? engine : 'another',
    available,
    needs: needs.length,
  }));
  const json = (value: unknown) => `${JSON.stringify(value, null, 2)}\n`;
  return [
    { name: 'system.json', input: json(system) },
    { name: 'engines.json', input: json(engines) },
    { name: 'settings.json', input: json(redactSettings(options)) },
    ...logs.map((text, age) => ({ name: `log-${age}.jsonl`, input: redactLog(text) })),
  ];
}

export async function diagnosticsZip(parts: DiagnosticsParts): Promise<Uint8Array> {
  return new Uint8Array(await downloadZip(diagnosticsFiles(parts)).arrayBuffer());
}
