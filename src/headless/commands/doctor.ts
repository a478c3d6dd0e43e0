import { cpus, totalmem } from 'node:os';
import { resolve } from 'node:path';
import { toError } from '../../base/errors.ts';
import { EngineOptions } from '../../contract/models.ts';
import { ModuleInfo } from '../../contract/modules.ts';
import { OllamaState } from '../../contract/ollama.ts';
import { type SpeechReport, speechReport } from '../../server/engines/speech-speed.ts';
import { defaultDataFolder } from '../../server/hosting/data-folder.ts';
import { type Command, DATA_HELP, DATA_OPTIONS, EXIT, text } from '../command.ts';
import { connect } from '../connect.ts';
import { stderrLog } from '../log-sink.ts';
import { VERSION } from '../version.ts';

/** `reelscope doctor`: reports installed components, available engines, and problems. */
export const doctorCommand: Command = {
  name: 'doctor',
  summary: 'Show installed engines, and why others are unavailable.',
  usage: 'doctor [--json] [--data-dir DIR]',
  help: ['--json           print JSON', ...DATA_HELP],
  options: { ...DATA_OPTIONS, json: { type: 'boolean' } },

  async run(input) {
    const folder = resolve(text(input, 'data-dir') ?? defaultDataFolder());
    const system = {
      reelscope: VERSION,
      node: process.versions.node,
      platform: `${process.platform} ${process.arch}`,
      cores: cpus().length,
      memory_gb: Math.round(totalmem() / 1e8) / 10,
      data_folder: folder,
    };
    const { modules, server, ollama, speech, error } = await inspect(folder);
    if (input.values['json']) {
      process.stdout.write(`${JSON.stringify({ ...system, server, ollama, speech, error, modules }, null, 2)}\n`);
    } else {
      const lines = {
        ...system,
        server,
        ollama: ollama ? ollamaLine(ollama) : 'unknown',
        speech: speech ? speechLine(speech) : 'no usable model',
      };
      const facts = Object.entries(lines).map(([name, value]) => `${name.padEnd(12)} ${value}\n`);
      process.stdout.write(`${facts.join('')}\n${modules.map(line).join('')}${error ? `\nProblem: ${error}\n` : ''}`);
    }
    return error ? EXIT.failed : EXIT.done;
  },
};

interface Findings {
  modules: ModuleInfo[];
  server: string;
  ollama: OllamaState | null;
  speech: SpeechReport | null;
  error: string | null;
}

/** Opens the library as every command does, so that the report applies to all of them. */
async function inspect(folder: string): Promise<Findings> {
  try {
    const connection = await connect(folder, stderrLog('error'));
    try {
      const modules = await connection.api.get('/modules', ModuleInfo.array());
      const ollama = await connection.api.get('/models/ollama', OllamaState);
      const server = connection.own ? 'not running' : `running at ${connection.api.apiUrl}`;
      const speech = await speechReport(folder, await connection.api.get('/models/settings', EngineOptions));
      return { modules, server, ollama, speech, error: null };
    } finally {
      await connection.close();
    }
  } catch (thrown) {
    return { modules: [], server: 'can’t be started', ollama: null, speech: null, error: toError(thrown).message };
  }
}

function speechLine({ engine, instructions, speed, fromJob }: SpeechReport): string {
  const times = speed < 10 ? speed.toFixed(1) : speed.toFixed(0);
  return `${engine}, ${instructions}, ${times}x real time (${fromJob ? 'last analysis' : 'self-test'})`;
}

function ollamaLine({ url, version, reason, models }: OllamaState): string {
  if (version === null) return reason ?? '';
  const names = models.map(({ name, capabilities }) => `${name} (${capabilities.join(', ')})`);
  return `${version} at ${url}: ${reason ?? names.join(', ')}`;
}

function line(module: ModuleInfo): string {
  const name = module.name.padEnd(15);
  const needs = module.needs.length > 0 ? ` Needs ${module.needs.join(', ')}.` : '';
  if (!module.available) return `✗ ${name} ${module.reason ?? ''}${needs}\n`;
  const lacks = module.reason === null ? '' : `\n${' '.repeat(18)}! ${module.reason}${needs}`;
  return `✓ ${name} ${module.engine ?? ''}${lacks}\n`;
}
