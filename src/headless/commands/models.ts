import { resolve } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { dictionary } from '../../base/dictionary.ts';
import { ReelscopeError } from '../../contract/errors.ts';
import {
  DEFAULT_MODELS_URL,
  EngineOptions,
  FrameIndexState,
  ModelInfo,
  ModelList,
  ModelStatus,
} from '../../contract/system/models.ts';
import { type OllamaServerState, OllamaState } from '../../contract/system/ollama.ts';
import { Ok } from '../../contract/text.ts';
import type { ApiClient } from '../../server/client/api-client.ts';
import { actionOf } from '../arguments/actions.ts';
import {
  type Command,
  type CommandInput,
  EXIT,
  type ExitCode,
  has,
  note,
  print,
  printList,
  refuseMore,
  text,
  UsageError,
} from '../command.ts';
import { withLibrary } from '../connection/with-library.ts';
import { MODEL_USES, selectModel } from './select-model.ts';

/** Polling interval of a download in milliseconds. */
const POLL_MS = 300;

type Action = (api: ApiClient, args: string[], input: CommandInput) => Promise<ExitCode>;

/** Selects the model with which frames are found by words, or none; prints the state of their index. */
async function frames(api: ApiClient, args: string[], input: CommandInput): Promise<ExitCode> {
  const [id, ...more] = args;
  refuseMore('models frames', more);
  if (id !== undefined) {
    await api.send('PATCH', '/models/settings', { frame_model: id === 'off' ? null : id }, EngineOptions);
  }
  const state = await api.get('/models/frames', FrameIndexState);
  const reason = state.error === null ? '' : ` ${state.error}`;
  const videos = `${state.done} of ${state.total} videos can be found by what they show.${reason}\n`;
  print(input, state, state.model === null ? 'Visual search is off.\n' : `${state.model}: ${videos}`);
  return EXIT.done;
}

/** Actions of `reelscope models` on the remaining arguments. */
const ACTIONS: Record<string, Action> = dictionary({
  async list(api, args, input) {
    refuseMore('models list', args);
    const found = await api.get('/models', ModelList);
    print(input, found, `${found.models.map(line).join('')}${recommendation(found)}`);
    return EXIT.done;
  },

  async install(api, args, input) {
    const id = only(args, 'models install takes the id of a model; models list shows them.');
    await api.send('POST', path(id, 'install'), {}, ModelStatus);
    return follow(api, id, input);
  },

  async import(api, args, input) {
    const source = only(args, 'models import takes a file or a folder.');
    const id = text(input, 'id');
    const model = await api.send('POST', '/models/import', { path: resolve(source), ...(id && { id }) }, ModelInfo);
    print(input, model, `${model.id} is installed.\n`);
    const { speech_model } = await api.get('/models', ModelList);
    if (model.task === 'speech-recognition' && speech_model !== model.id && speech_model !== null) {
      note(input, `Speech recognition still uses ${speech_model}. To change it: models use ${model.id}`);
    }
    return EXIT.done;
  },

  async use(api, args, input) {
    const usage = 'models use takes the id of an installed model, the name of a model of Ollama, or best.';
    return selectModel(api, only(args, usage), input);
  },

  frames,

  async delete(api, args, input) {
    const id = only(args, 'models delete takes the id of a model.');
    print(input, await api.send('DELETE', path(id), undefined, Ok), `${id} was deleted.\n`);
    return EXIT.done;
  },

  async offline(api, args, input) {
    const word = only(args, 'models offline requires on or off.');
    if (word !== 'on' && word !== 'off') throw new UsageError('models offline requires on or off.');
    const { offline } = await api.send('PATCH', '/models/settings', { offline: word === 'on' }, EngineOptions);
    print(input, { offline }, `offline is ${offline ? 'on' : 'off'}.\n`);
    return EXIT.done;
  },

  async mirror(api, args, input) {
    const address = only(args, 'models mirror takes the address of a mirror, or default.');
    const change = { models_url: address === 'default' ? DEFAULT_MODELS_URL : address };
    const { models_url } = await api.send('PATCH', '/models/settings', change, EngineOptions);
    print(input, { models_url }, `Models are downloaded from ${models_url}.\n`);
    return EXIT.done;
  },

  async ollama(api, args, input) {
    const [first = null, ...more] = args[0] === 'none' ? args.slice(1) : args;
    if (args[0] === 'none' && first !== null) throw new UsageError('models ollama takes URLs of servers, or none.');
    if (args.length > 0) {
      const change = { ollama_url: first, ollama_more_urls: more };
      await api.send('PATCH', '/models/settings', change, EngineOptions);
    }
    const state = await api.get('/models/ollama', OllamaState);
    const { ollama_language_model, ollama_vision_model } = await api.get('/models/settings', EngineOptions);
    const inUse = [
      inUseLine('Summaries and answers', ollama_language_model, state.automatic.language),
      inUseLine('Image descriptions', ollama_vision_model, state.automatic.vision),
    ];
    const lines = state.servers.map(serverLine).join('') + (state.reachable ? inUse.join('') : '');
    printList(input, state, state.servers.length === 0 ? '' : lines, 'No Ollama server is configured.');
    return EXIT.done;
  },
});

/** `reelscope models`: manages the models of the engines. */
export const modelsCommand: Command = {
  usage: [
    'models [list]',
    'models install ID',
    'models import PATH',
    'models use ID|best [--for USE]',
    'models delete ID',
    'models frames [ID|off]',
    'models offline on|off',
    'models mirror URL|default',
    'models ollama [URL...|none]',
  ],
  actions: Object.keys(ACTIONS),
  creates: ['install', 'import', 'offline', 'mirror', 'ollama'],
  options: {
    id: { type: 'string', value: 'ID', help: 'import: catalog ID of the model, if its name does not identify it' },
    for: { type: 'string', value: 'USE', choices: MODEL_USES, help: `use: any of ${MODEL_USES.join(', ')}` },
  },
  examples: [
    ['models install whisper-base-int8', 'Download a speech model.'],
    ['models import /media/usb/ggml-base.en.bin', 'Install a model from a file, without the network.'],
    ['models use qwen2.5vl:3b --for language', 'Select a model of Ollama for summaries and answers.'],
    ['models ollama http://127.0.0.1:11434 http://gpu-2:11434', 'Share the work between two Ollama servers.'],
  ],

  async run(input) {
    const { action, args } = actionOf('models', ACTIONS, input);
    return withLibrary(input, (api) => action(api, args, input));
  },
};

/** Waits for the end of a download; an interrupt pauses it. */
async function follow(api: ApiClient, id: string, input: CommandInput): Promise<ExitCode> {
  const { signal } = input;
  const isShown = process.stderr.isTTY && !has(input, 'quiet');
  for (;;) {
    if (signal.aborted) {
      await api.send('POST', path(id, 'pause'), {}, ModelStatus);
      note(input, 'Paused. The same command goes on with it.');
      return EXIT.interrupted;
    }
    const model = (await api.get('/models', ModelList)).models.find((candidate) => candidate.id === id);
    if (!model) throw new ReelscopeError('not_found', 'The model was removed.');
    if (isShown) process.stderr.write(`\r\u001b[2K${progress(model)}`);
    if (model.status === 'installed') {
      print(input, model, `${id} is installed.\n`);
      return EXIT.done;
    }
    if (model.status !== 'installing') {
      throw new ReelscopeError(model.error_code ?? 'internal', model.error ?? `The download is ${model.status}.`);
    }
    await delay(POLL_MS, undefined, { signal }).catch(() => {});
  }
}

/** State of an Ollama server on one line. */
export function serverLine({ url, version, reason, reachable, models }: OllamaServerState): string {
  const state = reachable ? `${version}: ${reason ?? models.join(', ')}` : (reason ?? '');
  return `${reachable ? '●' : '○'} ${url}\t${state}\n`;
}

function inUseLine(use: string, selected: string | null, automatic: string | null): string {
  return `${use}: ${selected ?? (automatic === null ? 'no model' : `${automatic} (automatic)`)}\n`;
}

function line({ id, status, size_bytes, languages, licence, note }: ModelInfo): string {
  const spoken = languages === 'multilingual' ? 'many languages' : languages.join(' ');
  return `${[id, status, size(size_bytes), spoken, licence ?? '', note].join('\t')}\n`;
}

const TIERS = {
  fast: 'Fast: the quickest; comes with Reelscope.',
  balanced: 'Balanced: makes fewer mistakes.',
  best: 'Best: makes the fewest mistakes; takes the longest.',
} as const;

function recommendation({ recommended_speech }: ModelList): string {
  if (recommended_speech.length === 0) return '';
  const lines = recommended_speech.map(({ tier, model_id }) => `${model_id}\t${TIERS[tier]}\n`);
  return `\nRecommended for this computer:\n${lines.join('')}`;
}

function progress({ received_bytes, total_bytes }: ModelInfo): string {
  const share = total_bytes ? ` (${Math.floor((100 * received_bytes) / total_bytes)} %)` : '';
  return `${size(received_bytes)} of ${size(total_bytes)}${share}`;
}

function size(bytes: number | null): string {
  return bytes === null ? 'size not published' : `${(bytes / 1e6).toFixed(bytes < 10e6 ? 1 : 0)} MB`;
}

function path(id: string, action?: string): string {
  return `/models/${encodeURIComponent(id)}${action ? `/${action}` : ''}`;
}

function only(args: string[], usage: string): string {
  const [argument] = args;
  if (argument === undefined || args.length > 1) throw new UsageError(usage);
  return argument;
}
