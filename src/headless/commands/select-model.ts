import { ReelscopeError } from '../../contract/errors.ts';
import {
  EngineOptions,
  type ModelInfo,
  ModelList,
  type UpdateEngineOptionsRequest,
} from '../../contract/system/models.ts';
import { OllamaState } from '../../contract/system/ollama.ts';
import type { ApiClient } from '../../server/client/api-client.ts';
import { type CommandInput, EXIT, type ExitCode, print, text, UsageError } from '../command.ts';

/** Uses of models, as `--for` names them. */
export const MODEL_USES = ['speech', 'search', 'frames', 'language', 'vision'] as const;
type ModelUse = (typeof MODEL_USES)[number];

type OllamaModel = OllamaState['models'][number];

const USE_TITLES: Record<ModelUse, string> = {
  speech: 'Speech recognition',
  search: 'Semantic search',
  frames: 'Visual search',
  language: 'Summaries and answers',
  vision: 'Image descriptions',
};

/** Settings that select an installed model of these tasks. */
const INSTALLED: Partial<Record<ModelInfo['task'], { use: ModelUse; change(id: string): UpdateEngineOptionsRequest }>> =
  {
    'speech-recognition': { use: 'speech', change: (id) => ({ speech_model: id }) },
    'sentence-embedding': {
      use: 'search',
      change: (id) => ({ embedding_engine: 'transformers', embedding_model: id }),
    },
    'text-image': { use: 'frames', change: (id) => ({ frame_model: id }) },
  };

/** Settings that select a model of Ollama, by the capability that it needs. */
const CONNECTED = [
  {
    use: 'search',
    capability: 'embedding',
    change: (name: string) => ({ embedding_engine: 'ollama', ollama_embedding_model: name }),
  },
  { use: 'vision', capability: 'vision', change: (name: string) => ({ ollama_vision_model: name }) },
  { use: 'language', capability: 'completion', change: (name: string) => ({ ollama_language_model: name }) },
] as const satisfies { use: ModelUse; capability: string; change(name: string): UpdateEngineOptionsRequest }[];

/** Settings that return to the automatic choice. */
const AUTOMATIC: Record<ModelUse, UpdateEngineOptionsRequest> = {
  speech: { speech_model: null },
  search: { embedding_engine: 'bundled' },
  frames: { frame_model: null },
  language: { ollama_language_model: null },
  vision: { ollama_vision_model: null },
};

/**
 * Selects an installed model, a model of Ollama, or with `best` the automatic choice, and prints what is in use.
 * @throws ReelscopeError `not_found`; UsageError for a use that the model doesn’t have
 */
export async function selectModel(api: ApiClient, id: string, input: CommandInput): Promise<ExitCode> {
  const wanted = wantedUse(text(input, 'for'));
  const { use, change } =
    id === 'best'
      ? { use: wanted ?? 'speech', change: AUTOMATIC[wanted ?? 'speech'] }
      : choiceOf(
          id,
          wanted,
          await api.get('/models', ModelList),
          (await api.get('/models/ollama', OllamaState)).models,
        );
  await api.send('PATCH', '/models/settings', change, EngineOptions);
  const model = await modelInUse(api, use);
  const result = use === 'speech' ? { speech_model: model } : { use, model };
  print(input, result, `${USE_TITLES[use]}: ${model ?? 'no model'}.\n`);
  return EXIT.done;
}

function wantedUse(word: string | undefined): ModelUse | undefined {
  const use = MODEL_USES.find((one) => one === word);
  if (word !== undefined && use === undefined) throw new UsageError(`--for takes one of ${MODEL_USES.join(', ')}.`);
  return use;
}

function choiceOf(
  id: string,
  wanted: ModelUse | undefined,
  { models }: ModelList,
  connected: readonly OllamaModel[],
): { use: ModelUse; change: UpdateEngineOptionsRequest } {
  const installed = models.find((model) => model.id === id && model.status === 'installed');
  const ofTask = installed && INSTALLED[installed.task];
  const name = id.replace(/:latest$/, '');
  const capabilities = connected.find((model) => model.name === name)?.capabilities ?? [];
  const uses = [
    ...(ofTask ? [{ use: ofTask.use, change: ofTask.change(id) }] : []),
    ...CONNECTED.filter(({ capability }) => capabilities.includes(capability)).map((one) => ({
      use: one.use,
      change: one.change(name),
    })),
  ];
  if (uses.length === 0) {
    throw new ReelscopeError('not_found', `No model ${id} that can be selected is installed or on an Ollama server.`);
  }
  const chosen = uses.find(({ use }) => wanted === undefined || use === wanted);
  if (chosen) return chosen;
  throw new UsageError(`${id} can be used for ${uses.map(({ use }) => use).join(' or ')}.`);
}

/** Name of the model that is used now, or will be once the index is built; null for none. */
async function modelInUse(api: ApiClient, use: ModelUse): Promise<string | null> {
  if (use === 'speech') return (await api.get('/models', ModelList)).speech_model;
  const options = await api.get('/models/settings', EngineOptions);
  if (use === 'frames') return options.frame_model;
  if (use === 'search') {
    if (options.embedding_engine === 'bundled') return 'bundled';
    return options.embedding_engine === 'ollama' ? options.ollama_embedding_model : options.embedding_model;
  }
  const { automatic } = await api.get('/models/ollama', OllamaState);
  return (use === 'vision' ? options.ollama_vision_model : options.ollama_language_model) ?? automatic[use];
}
