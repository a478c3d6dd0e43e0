import { throwIfAborted } from '../../base/abort.ts';
import { ReelscopeError } from '../../contract/errors.ts';
import type { LocalizedText } from '../../contract/message.ts';
import { sentence } from '../../core/texts/sentence.ts';
import type { EmbeddingEngine, EngineFactory } from '../engine.ts';
import type { OllamaServer } from '../ollama/server.ts';
import { originOf } from '../server-address.ts';
import { withPrefix } from './prefixes.ts';
import { normalize } from './text.ts';

/** Keeps requests small; the server applies its own limit. */
const MAX_CHARACTERS = 8000;
const BATCH = 32;

/**
 * Engine for an Ollama embedding model, versioned by digest because the weights behind a name can change.
 * @throws ReelscopeError `model_unavailable` if the server or the model is unavailable, or the model is remote while
 * offline
 */
export async function ollamaEmbeddings(
  server: OllamaServer,
  name: string,
  isOffline: () => boolean,
): Promise<EngineFactory<EmbeddingEngine>> {
  const model = (await server.models()).find((candidate) => candidate.name === name.replace(/:latest$/, ''));
  if (!model) throw unavailable(sentence('ollama.model-missing', { url: originOf(server.url), model: name }));
  if (model.remote && isOffline()) {
    throw unavailable(sentence('ollama.offline-model', { model: name }));
  }
  const info = { id: `ollama/${model.name}`, version: model.digest?.slice(0, 12) ?? '1' };
  return {
    info,
    availability: async () => ({ available: true }),
    async load() {
      const [first] = await server.embed(model, ['ready']);
      const dimension = first?.length ?? 0;
      if (dimension === 0) throw unavailable(sentence('embeddings.no-vectors', { model: name }));
      return {
        info,
        dimension,
        async embed(texts, signal, use = 'passage') {
          const vectors: Float32Array[] = [];
          for (let from = 0; from < texts.length; from += BATCH) {
            throwIfAborted(signal);
            // Some models return no vector for an empty text.
            const batch = texts.slice(from, from + BATCH).map((text) => {
              const cut = text.slice(0, MAX_CHARACTERS).toWellFormed();
              return withPrefix(name, use, cut.trim() === '' ? '-' : cut);
            });
            for (const vector of await server.embed(model, batch, signal)) {
              if (vector.length !== dimension) {
                throw unavailable(sentence('embeddings.changed', { model: name }));
              }
              vectors.push(normalize(vector));
            }
          }
          throwIfAborted(signal);
          return vectors;
        },
        dispose: async () => {},
      };
    },
  };
}

function unavailable(message: LocalizedText): ReelscopeError {
  return new ReelscopeError('model_unavailable', message);
}
