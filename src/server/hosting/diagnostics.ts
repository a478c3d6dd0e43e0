import { cpus, release, totalmem } from 'node:os';
import { downloadZip } from 'client-zip';
import { z } from 'zod';
import type { LogLevel } from '../../base/logger.ts';
import { ERROR_CODES } from '../../contract/errors.ts';
import type { EngineOptions } from '../../contract/models.ts';
import type { ModuleInfo } from '../../contract/modules.ts';

/**
 * The words of log lines that the program itself wrote. Any other message may quote a file's name or a person's text,
 * so it stays behind: a line shows what happened and when, never to what.
 */
export const OWN_WORDS: ReadonlySet<string> = new Set([
  'a clip could not be made',
  'a job could not be run',
  'a job could not be started',
  'a playable copy could not be cleared away',
  'clips could not be cleared away',
  'listening',
  'no playable copy could be made',
  'no vectors for a search; words only',
  'request',
  'request refused',
  'segments could not be indexed by meaning',
  'sharing on the network',
  'sharing stays off',
  'started',
  'the former engine gives no vectors any more',
  'the keys of the identity provider could not be read',
  'the language model did not answer; quoting instead',
  'the system keeps no secrets; they are in a file',
  'the system sleeps',
  'the system woke',
  'the window crashed',
  'the window hangs',
  'the worker crashed',
  'worker message could not be handled',
]);
const LEFT_OUT = '(left out)';
/** An engine by its own name and version; those of a person's models and servers have other forms. */
const OWN_ENGINE = /^[a-z0-9-]{1,40}@[0-9.]{1,12}$/;
const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'] as const;

/** The fields that are kept, each only in a form that can carry nothing personal. */
const KeptFields = z.object({
  status: z.number().optional().catch(undefined),
  ms: z.number().optional().catch(undefined),
  exit_code: z.number().optional().catch(undefined),
  method: z.enum(METHODS).optional().catch(undefined),
  code: z.enum(ERROR_CODES).optional().catch(undefined),
  /** The pattern of a route, which the program wrote; nothing between slashes but words and names of parts. */
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

/** A log without what could be personal; lines that are no log lines are only counted. */
function redactLog(text: string): string {
  let unknown = 0;
  const lines = text
    .split('\n')
    .filter(Boolean)
    .flatMap((raw) => {
      const given = parseJson(raw);
      const line = Line.safeParse(given);
      if (!line.success) {
        unknown++;
        return [];
      }
      const { time, level, message } = line.data;
      return [
        JSON.stringify({
          time,
          level,
          message: OWN_WORDS.has(message) ? message : LEFT_OUT,
          ...KeptFields.parse(given),
        }),
      ];
    });
  return [...lines, ...(unknown > 0 ? [`${unknown} other line(s) left out`] : []), ''].join('\n');
}

/** Settings without addresses, names or words: how many there are, or whether there is one. */
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
  counts: Record<string, number>;
  /** Contents of log files, newest first. */
  logs: readonly string[];
  /** Versions of what runs the program. */
  versions: Record<string, string | undefined>;
}

/**
 * What helps to find a fault, as the files of a zip: versions, the system, which engines run, how the settings stand, what was
 * logged. No names of files, no texts of people, no addresses, keys or tokens.
 */
export function diagnosticsFiles(parts: DiagnosticsParts): { name: string; input: string }[] {
  const { version, host, options, modules, counts, logs, versions } = parts;
  const system = {
    ...{ reelscope: version, host, platform: process.platform, arch: process.arch, system: release() },
    ...{ cores: cpus().length, memory_gb: Math.round(totalmem() / 1e8) / 10, counts, versions },
  };
  // The reason is a sentence that may name folders and addresses; whether and with what it runs is the finding.
  const engines = modules.map(({ name, engine, available, needs }) => ({
    name,
    engine: engine === null || OWN_ENGINE.test(engine) ? engine : 'another',
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

/** The files as one zip. */
export async function diagnosticsZip(parts: DiagnosticsParts): Promise<Uint8Array> {
  return new Uint8Array(await downloadZip(diagnosticsFiles(parts)).arrayBuffer());
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
