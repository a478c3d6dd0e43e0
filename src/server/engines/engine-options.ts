import { join } from 'node:path';
import { ReelscopeError } from '../../contract/errors.ts';
import type { EngineSettings, OllamaAddress } from '../../contract/system/engine-settings.ts';
import {
  DEFAULT_MODELS_URL,
  EngineOptions,
  HttpUrl,
  type UpdateEngineOptionsRequest,
} from '../../contract/system/models.ts';
import { sentence } from '../../core/texts/sentence.ts';
import type { Store } from '../../db/index.ts';
import { originOf, parseServerAddress, type ServerAddress } from '../../models/server-address.ts';
import { requestedEmbeddings } from '../embeddings/embedding-choice.ts';
import type { ServerCredentials } from './server-credentials.ts';

export type EngineOptionsService = ReturnType<typeof createEngineOptions>;

/** Storage key and default of each option. */
const SETTINGS = {
  offline: { key: 'offline', value: false },
  hardware_decoding: { key: 'hardware_decoding', value: true },
  models_url: { key: 'models.url', value: DEFAULT_MODELS_URL },
  speech_model: { key: 'speech.model', value: null },
  speech_language: { key: 'speech.language', value: null },
  speech_translate: { key: 'speech.translate', value: false },
  speech_vocabulary: { key: 'speech.vocabulary', value: [] },
  text_languages: { key: 'text.languages', value: [] },
  ollama_url: { key: 'ollama.url', value: null },
  ollama_more_urls: { key: 'ollama.more_urls', value: [] },
  ollama_vision_model: { key: 'ollama.vision_model', value: null },
  ollama_language_model: { key: 'ollama.language_model', value: null },
  ollama_embedding_model: { key: 'ollama.embedding_model', value: null },
  embedding_engine: { key: 'embedding.engine', value: 'bundled' },
  embedding_model: { key: 'embedding.model', value: null },
  frame_model: { key: 'frames.model', value: null },
} satisfies { [Name in keyof EngineOptions]: { key: string; value: EngineOptions[Name] } };

/** Options that hold the URL of a server; its credentials are in the secret store. */
const URL_OPTIONS = ['models_url', 'ollama_url'] as const;

/** Name of the credentials of one of the further Ollama servers. */
const moreOllama = (url: string) => `ollama_more_urls ${originOf(url)}`;

/**
 * Engine options of this installation.
 * @param env `REELSCOPE_OFFLINE=1` and `REELSCOPE_OLLAMA_URLS` override the stored settings
 * @throws ReelscopeError `invalid_request` for invalid URLs in the environment
 */
export function createEngineOptions(
  store: Store,
  dataFolder: string,
  credentials: ServerCredentials,
  env: NodeJS.ProcessEnv = process.env,
) {
  const imposed = serversOfEnvironment(env['REELSCOPE_OLLAMA_URLS']);

  function get(): EngineOptions {
    const [first, ...more] = imposed.map(({ url }) => url);
    return {
      ...storedOptions(store),
      ...(first !== undefined && { ollama_url: first, ollama_more_urls: more }),
      ...(env['REELSCOPE_OFFLINE'] === '1' && { offline: true }),
    };
  }
  function update(changes: UpdateEngineOptionsRequest): EngineOptions {
    storeOptions(store, changes);
    return get();
  }
  /** Returns the Authorization header for an Ollama server of the settings, wherever in them it is; null for none. */
  const ollamaAuthorization = (url: string): string | null =>
    imposed.find((server) => originOf(server.url) === originOf(url))?.authorization ??
    credentials.get('ollama_url', url) ??
    credentials.get(moreOllama(url), url);

  /** Addresses of the configured Ollama servers, each once. */
  function ollamaServers(): Required<OllamaAddress>[] {
    const { ollama_url, ollama_more_urls } = get();
    const urls = new Set([...(ollama_url === null ? [] : [ollama_url]), ...ollama_more_urls]);
    return [...urls].map((url) => ({ url, authorization: ollamaAuthorization(url) }));
  }

  /**
   * Moves the credentials of further Ollama servers to the secret store, and removes those of servers that are gone.
   */
  async function keepCredentials(urls: readonly string[]): Promise<void> {
    const addresses = urls.map(parseServerAddress);
    for (const { url, authorization } of addresses) {
      await credentials.set(moreOllama(url), { url, authorization: authorization ?? ollamaAuthorization(url) });
    }
    const named = new Set(addresses.map(({ url }) => moreOllama(url)));
    for (const url of get().ollama_more_urls)
      if (!named.has(moreOllama(url))) await credentials.set(moreOllama(url), null);
  }

  return {
    get,

    update,

    ollamaServers,

    ollamaAuthorization,

    /**
     * Updates options, and moves credentials in their URLs to the secret store. A URL without any keeps those of its
     * origin, so that a form can save the URL it was shown.
     */
    async save(changes: UpdateEngineOptionsRequest): Promise<EngineOptions> {
      for (const name of URL_OPTIONS) {
        const text = changes[name];
        if (text === null) await credentials.set(name, null);
        if (text == null) continue;
        const { url, authorization } = parseServerAddress(text);
        await credentials.set(name, { url, authorization: authorization ?? credentials.get(name, url) });
      }
      if (changes.ollama_more_urls) await keepCredentials(changes.ollama_more_urls);
      return update(changes);
    },

    /** Moves credentials that an earlier version stored in URLs to the secret store. */
    async protect(): Promise<void> {
      for (const name of URL_OPTIONS) {
        const text = store.settings.get(SETTINGS[name].key);
        if (typeof text !== 'string' || URL.parse(text) === null) continue;
        const { url, authorization } = parseServerAddress(text);
        if (authorization === null) continue;
        await credentials.set(name, { url, authorization });
        store.settings.set(SETTINGS[name].key, url);
      }
    },

    /** Returns the Authorization header for a server that an option names; null for none. */
    authorization: (name: (typeof URL_OPTIONS)[number], url: string): string | null => credentials.get(name, url),

    isOffline: () => get().offline,

    /** Returns the options in the form used by workers, modules and models. */
    engineSettings: (): EngineSettings => toEngineSettings(get(), ollamaServers(), modelsFolder(dataFolder)),
  };
}

function storedOptions(store: Store): EngineOptions {
  const entries = Object.entries(SETTINGS);
  return EngineOptions.parse(
    Object.fromEntries(entries.map(([name, { key, value }]) => [name, store.settings.get(key) ?? value])),
  );
}

/** Stores options; URLs without their credentials. */
function storeOptions(store: Store, changes: UpdateEngineOptionsRequest): void {
  for (const [name, value] of Object.entries(changes)) {
    if (value === undefined) continue;
    const isUrl = URL_OPTIONS.some((option) => option === name) && typeof value === 'string';
    const stored = isUrl ? parseServerAddress(value).url : value;
    store.settings.set(
      SETTINGS[name as keyof EngineOptions].key,
      name === 'ollama_more_urls' ? bareUrls(value) : stored,
    );
  }
}

function toEngineSettings(
  options: EngineOptions,
  [first, ...others]: readonly Required<OllamaAddress>[],
  modelsFolder: string,
): EngineSettings {
  return {
    modelsFolder,
    offline: options.offline,
    decoding: options.hardware_decoding ? 'auto' : 'off',
    speech: {
      model: options.speech_model,
      language: options.speech_language,
      vocabulary: options.speech_vocabulary,
      translate: options.speech_translate,
    },
    textLanguages: options.text_languages,
    ollama: first
      ? { ...first, others, visionModel: options.ollama_vision_model, languageModel: options.ollama_language_model }
      : null,
    embeddings: requestedEmbeddings(options),
    frameModel: options.frame_model,
  };
}

/** Ollama servers of `REELSCOPE_OLLAMA_URLS`. */
function serversOfEnvironment(text = ''): ServerAddress[] {
  return text.split(/[,\s]+/).flatMap((part) => {
    if (part === '') return [];
    const url = HttpUrl.safeParse(part);
    if (url.success) return [parseServerAddress(url.data)];
    throw new ReelscopeError('invalid_request', sentence('ollama.environment'));
  });
}

/** URLs without their credentials, each once. */
function bareUrls(urls: unknown): string[] {
  return [...new Set((urls as string[]).map((url) => parseServerAddress(url).url))];
}

export function modelsFolder(dataFolder: string): string {
  return join(dataFolder, 'models');
}
