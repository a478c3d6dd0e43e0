import type { EmbeddingIndexState, ModelInfo, UpdateEngineOptionsRequest } from '../../../../contract/models.ts';
import type { OllamaState } from '../../../../contract/ollama.ts';

/** An engine that can make or makes the vectors of findings. */
export interface EngineChoice {
  key: string;
  /** Null for the one that came with the app, which has a name in every language. */
  name: string | null;
  kind: 'bundled' | 'transformers' | 'ollama';
  /** Null: nobody says. */
  languages: 'multilingual' | readonly string[] | null;
  /** On the disk, or to download. */
  bytes: number | null;
  /** Numbers in a vector, as far as it is known. */
  dimension: number | null;
  /** The user brought it; what it is good for nobody knows. */
  isOwn: boolean;
  /** Whether it could be used at once. */
  isReady: boolean;
  /** Requests go on to another machine. */
  isRemote: boolean;
  /** It answers searches now. */
  isInUse: boolean;
  /** It is the one that is wanted, whether it answers already or not. */
  isWanted: boolean;
  /** The settings that choose it. */
  change: UpdateEngineOptionsRequest;
}

/** What ships: the Universal Sentence Encoder lite. */
const BUNDLED = { bytes: 28_400_000, dimension: 512, languages: ['en'] } as const;

/** All engines that are there or could be got, the one that came with the app first. */
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
      ...{ key: 'bundled', kind: 'bundled', name: null, isOwn: false, isReady: true, isRemote: false, ...BUNDLED },
      ...{ isInUse: bundledInUse, isWanted: isWanted('bundled', null), change: { embedding_engine: 'bundled' } },
    },
    ...models
      .filter(({ task }) => task === 'sentence-embedding')
      .map((model): EngineChoice => {
        const isInUse = id === `transformers/${model.id}`;
        const isOwn = model.source_url === null;
        return {
          ...{ key: `transformers/${model.id}`, kind: 'transformers', name: model.name, isRemote: false },
          ...{ languages: isOwn ? null : model.languages, bytes: model.size_bytes, dimension: known(isInUse), isOwn },
          ...{ isReady: model.status === 'installed', isInUse, isWanted: isWanted('transformers', model.id) },
          change: { embedding_engine: 'transformers', embedding_model: model.id },
        };
      }),
    ...ollama
      .filter(({ capabilities }) => capabilities.includes('embedding'))
      .map(({ name, size_bytes, remote }): EngineChoice => {
        const isInUse = id === `ollama/${name}`;
        return {
          ...{ key: `ollama/${name}`, kind: 'ollama', name, languages: null, bytes: size_bytes, isOwn: false },
          ...{
            dimension: known(isInUse),
            isReady: true,
            isRemote: remote,
            isInUse,
            isWanted: isWanted('ollama', name),
          },
          change: { embedding_engine: 'ollama', ollama_embedding_model: name },
        };
      }),
  ];
}
