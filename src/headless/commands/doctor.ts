import { existsSync } from 'node:fs';
import { mkdtemp } from 'node:fs/promises';
import { cpus, tmpdir, totalmem } from 'node:os';
import { join, resolve } from 'node:path';
import { toError } from '../../base/errors.ts';
import type { Decoding } from '../../contract/analysis/decoding.ts';
import { ModuleInfo } from '../../contract/analysis/modules.ts';
import { Sharing } from '../../contract/sharing/sharing.ts';
import { Webhook } from '../../contract/sharing/webhooks.ts';
import { About } from '../../contract/system/about.ts';
import { EngineOptions, type ModelInfo, ModelList } from '../../contract/system/models.ts';
import { OllamaState } from '../../contract/system/ollama.ts';
import { Updates } from '../../contract/system/updates.ts';
import { removeFolder } from '../../files/remove.ts';
import { type ComponentVersion, componentVersions } from '../../server/engines/components.ts';
import { platformSupport, thisPlatform } from '../../server/engines/platforms.ts';
import { type SpeechReport, speechReport } from '../../server/engines/speech-speed.ts';
import { disableTelemetry } from '../../server/hosting/telemetry.ts';
import { type Command, type CommandInput, EXIT, has, note, refuseMore } from '../command.ts';
import { connect } from '../connection/connect.ts';
import { type NetworkUse, networkUse } from '../connection/connections.ts';
import { libraryFolder } from '../connection/with-library.ts';
import { stderrLog } from '../output/log-sink.ts';
import { speedText } from '../output/progress-bar.ts';
import { VERSION } from '../version.ts';
import { serverLine } from './models.ts';

/** `reelscope doctor`: reports installed components, available engines, network use, and problems. */
export const doctorCommand: Command = {
  usage: ['doctor'],
  options: {},
  examples: [['doctor --json', 'Report for a bug report or a script.']],

  async run(input) {
    refuseMore('doctor', input.positionals);
    const folder = resolve(libraryFolder(input));
    const system = {
      reelscope: VERSION,
      node: process.versions.node,
      platform: `${process.platform} ${process.arch}`,
      support: platformSupport(thisPlatform()),
      cores: cpus().length,
      memory_gb: Math.round(totalmem() / 1e8) / 10,
      data_folder: folder,
    };
    disableTelemetry();
    const components = await componentVersions();
    const { modules, server, ollama, speech, speakers, decoding, connections, signingKey, error } =
      await inspectLibrary(folder, input);
    if (has(input, 'json')) {
      const report = {
        ...system,
        components,
        server,
        ollama,
        speech,
        speakers,
        decoding,
        connections,
        signing_key: signingKey,
        error,
        modules,
      };
      process.stdout.write(`${JSON.stringify(report, null, 2)}\n`);
    } else {
      const lines = {
        ...system,
        ...Object.fromEntries(components.map((component) => [component.name, componentLine(component)])),
        server,
        ollama: ollama ? ollamaLine(ollama) : 'unknown',
        speech: speech ? speechLine(speech) : 'no usable model',
        speakers: speakersLine(speakers),
        decoding: decodingLine(decoding),
        signing_key: signingKey ?? 'unknown',
      };
      const facts = Object.entries(lines).map(([name, value]) => `${name.padEnd(12)} ${value}\n`);
      const network =
        connections.length > 0 ? `\nConnections to other machines:\n${connections.map(useLine).join('')}` : '';
      const problem = error ? `\nProblem: ${error}\n` : '';
      process.stdout.write(`${facts.join('')}\n${modules.map(line).join('')}${network}${problem}`);
    }
    return error || components.some((component) => component.error) ? EXIT.failed : EXIT.done;
  },
};

interface Findings {
  modules: ModuleInfo[];
  server: string;
  ollama: OllamaState | null;
  speech: SpeechReport | null;
  /** Installed models that distinguish speakers in place of the bundled one; null where none is. */
  speakers: { embedding: string | null; segmentation: string | null };
  /** How the last analysis decoded its video; null before the first. */
  decoding: Decoding | null;
  connections: NetworkUse[];
  /** Fingerprint of the key that signs reports. */
  signingKey: string | null;
  error: string | null;
}

/** Inspects a library; where there is none, one that is deleted afterwards, since a report must not begin one. */
async function inspectLibrary(folder: string, input: CommandInput): Promise<Findings> {
  if (existsSync(folder)) return inspect(folder);
  note(input, `There is no library in “${folder}” yet.`);
  const other = await mkdtemp(join(tmpdir(), 'reelscope-'));
  try {
    return { ...(await inspect(other)), signingKey: null };
  } finally {
    await removeFolder(other);
  }
}

/** Opens the library as every command does, so that the report applies to all of them. */
async function inspect(folder: string): Promise<Findings> {
  try {
    const connection = await connect(folder, stderrLog('error'));
    try {
      const modules = await connection.api.get('/modules', ModuleInfo.array());
      const ollama = await connection.api.get('/models/ollama', OllamaState);
      const server = connection.own ? 'not running' : `running at ${connection.api.apiUrl}`;
      const options = await connection.api.get('/models/settings', EngineOptions);
      const speech = await speechReport(folder, options);
      const { models } = await connection.api.get('/models', ModelList);
      const speakers = {
        embedding: installed(models, 'speaker-embedding'),
        segmentation: installed(models, 'speaker-segmentation'),
      };
      const sharing = await connection.api.get('/sharing', Sharing);
      const webhooks = await connection.api.get('/webhooks', Webhook.array());
      const connections = networkUse(options, sharing, webhooks, await connection.api.get('/updates', Updates));
      const { decoding, signing_key } = await connection.api.get('/about', About);
      const signingKey = signing_key.fingerprint;
      return { modules, server, ollama, speech, speakers, decoding, connections, signingKey, error: null };
    } finally {
      await connection.close();
    }
  } catch (thrown) {
    const error = toError(thrown).message;
    const speakers = { embedding: null, segmentation: null };
    const none = { modules: [], ollama: null, speech: null, decoding: null, connections: [], signingKey: null };
    return { ...none, server: 'can’t be started', speakers, error };
  }
}

function speechLine({ engine, instructions, speed, fromJob }: SpeechReport): string {
  if (speed === null) return `${engine}, ${instructions}`;
  return `${engine}, ${instructions}, ${speedText(speed)} (${fromJob ? 'last analysis' : 'self-test'})`;
}

/** Id of the installed model for a task, the first by id, as analyses choose it. */
function installed(models: readonly ModelInfo[], task: ModelInfo['task']): string | null {
  const found = models.filter((model) => model.task === task && model.status === 'installed');
  return found.map(({ id }) => id).sort()[0] ?? null;
}

function speakersLine({ embedding, segmentation }: Findings['speakers']): string {
  return `${embedding ?? 'bundled model'}, turns by ${segmentation ?? 'speech activity'}`;
}

const DECODING_REASONS: Record<Decoding['reason'], string> = {
  chosen: 'same pictures, faster',
  off: 'hardware decoding is turned off',
  no_device: 'no device that decodes video',
  codec: 'no device decodes this codec',
  different: 'the device yields other pictures',
  slower: 'the device is not faster',
  failed: 'the device failed in the self-test',
  fell_back: 'the device failed midway',
  retry: 'an earlier attempt of the analysis failed',
};

function decodingLine(decoding: Decoding | null): string {
  if (decoding === null) return 'unknown before the first analysis of a video';
  const { device, reason, codec, speedup } = decoding;
  const times = speedup === null ? '' : `, ${speedup.toFixed(1)}x the processor`;
  return `${device ?? 'processor'} for ${codec}: ${DECODING_REASONS[reason]}${times} (last analysis)`;
}

function ollamaLine({ url, version, reason, models, servers }: OllamaState): string {
  if (servers.length > 1) return servers.map((server) => `\n  ${serverLine(server).trimEnd()}`).join('');
  if (version === null) return reason ?? '';
  const names = models.map(({ name, capabilities }) => `${name} (${capabilities.join(', ')})`);
  return `${version} at ${url}: ${reason ?? names.join(', ')}`;
}

function componentLine({ version, error }: ComponentVersion): string {
  return version ?? `can’t be loaded: ${error}`;
}

function useLine({ name, address, active, when }: NetworkUse): string {
  return `${active ? '●' : '○'} ${name.padEnd(18)} ${address === null ? '' : `${address}. `}${when}\n`;
}

function line(module: ModuleInfo): string {
  const name = module.name.padEnd(15);
  const needs = module.needs.length > 0 ? ` Needs ${module.needs.join(', ')}.` : '';
  if (!module.available) return `✗ ${name} ${module.reason ?? ''}${needs}\n`;
  const lacks = module.reason === null ? '' : `\n${' '.repeat(18)}! ${module.reason}${needs}`;
  return `✓ ${name} ${module.engine ?? ''}${lacks}\n`;
}
