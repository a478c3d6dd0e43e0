import type { EmbeddingIndexState, ModelInfo, UpdateEngineOptionsRequest } from '../../../../contract/system/models.ts';
import type { OllamaState } from '../../../../contract/system/ollama.ts';

/** Embedding engine to choose from. */
export interface EngineChoice {
  key: string;
  /** Null for the bundled engine, whose name is localized. */
  name: string | null;
  kind: 'bundled' | 'transformers' | 'ollama';
  /** Null if unknown. */
  languages: 'multilingual' | readonly string[] | null;
  /** Size on disk or of the download. */
  bytes: number | null;
  /** Dimension of the embeddings, if known. */
  dimension: number | null;
  /** Imported by the user. */
  isOwn: boolean;
  /** Whether it is ready to use. */
  isReady: boolean;
  /** Whether Ollama forwards requests to another computer. */
  isRemote: boolean;
  /** Whether searches use it now. */
  isInUse: boolean;
  /** Whether it is selected, even if indexing is in progress. */
  isWanted: boolean;
  /** Settings that select it. */
  change: UpdateEngineOptionsRequest;
}

/** Bundled engine: the multilingual Universal Sentence Encoder, whose note names its languages. */
const BUNDLED = { bytes: 29_500_000, dimension: 512, languages: null } as const;

/** All available and installable engines, the bundled one first. */
export function engineChoices(
  state: EmbeddingIndexState,
  models: readonly ModelInfo[],
  ollama: OllamaState['models'],
): EngineChoice[] {
  const id = state.engine?.slice(0, state.engine.lastIndexOf('@')) ?? null;
  const isWanted = (kind: EngineChoice['kind'], model: string | null) =>
    state.wanted === kind && (state.wanted_model?.replace(/:latest$/, '') ?? null) === model;
  const known = (isInUse: boolean) => (isInUse ? state.dimension : null);
  const bundledInUse = id !== null && !id.includes('/');
  return [
    {
      key: 'bundled',
      kind: 'bundled',
      name: null,
      isOwn: false,
      isReady: true,
      isRemote: false,
      ...BUNDLED,
      isInUse: bundledInUse,
      isWanted: isWanted('bundled', null),
      change: { embedding_engine: 'bundled' },
    },
    ...models
      .filter(({ task }) => task === 'sentence-embedding')
      .map((model): EngineChoice => {
        const isInUse = id === `transformers/${model.id}`;
        const isOwn = model.source_url === null;
        return {
          key: `transformers/${model.id}`,
          kind: 'transformers',
          name: model.name,
          isRemote: false,
          languages: isOwn ? null : model.languages,
          bytes: model.size_bytes,
          dimension: known(isInUse),
          isOwn,
          isReady: model.status === 'installed',
          isInUse,
          isWanted: isWanted('transformers', model.id),
          change: { embedding_engine: 'transformers', embedding_model: model.id },
        };
      }),
    ...ollama
      .filter(({ capabilities }) => capabilities.includes('embedding'))
      .map(({ name, size_bytes, remote }): EngineChoice => {
        const isInUse = id === `ollama/${name}`;
        return {
          key: `ollama/${name}`,
          kind: 'ollama',
          name,
          languages: null,
          bytes: size_bytes,
          isOwn: false,
          dimension: known(isInUse),
          isReady: true,
          isRemote: remote,
          isInUse,
          isWanted: isWanted('ollama', name),
          change: { embedding_engine: 'ollama', ollama_embedding_model: name },
        };
      }),
  ];
}
