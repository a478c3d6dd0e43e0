import { ReelscopeError } from '../../contract/errors.ts';
import type { LocalizedText } from '../../contract/message.ts';
import type { EngineSettings } from '../../contract/system/engine-settings.ts';
import { sentence } from '../../core/texts/sentence.ts';
import type { EmbeddingEngine, EngineFactory } from '../engine.ts';
import { findInstalled } from '../installer/installed.ts';
import { openOllama } from '../ollama/server.ts';
import { OLLAMA_LIMITS, outgoingFetch } from '../outgoing.ts';
import { bundledEmbeddings } from './index.ts';
import { ollamaEmbeddings } from './ollama.ts';
import { transformersEmbeddings } from './transformers.ts';

/** The part of the settings that chooses the embedding engine. */
export type EmbeddingChoice = Pick<EngineSettings, 'embeddings' | 'modelsFolder' | 'offline' | 'ollama'>;

/** Returns the selected engine without loading it. @throws ReelscopeError `model_unavailable` if it is not set up */
export async function chooseEmbeddings(choice: EmbeddingChoice): Promise<EngineFactory<EmbeddingEngine>> {
  if (choice.embeddings.engine === 'bundled') return bundledEmbeddings;
  if (choice.embeddings.engine === 'transformers') return installedEmbeddings(choice);
  const { ollama, embeddings } = choice;
  const { model } = embeddings;
  if (ollama === null || model === null) throw missing(sentence('embeddings.no-server'));
  const settings = { ...ollama, visionModel: null, languageModel: null };
  const isOffline = () => choice.offline;
  return ollamaEmbeddings(
    openOllama(settings, { fetch: outgoingFetch(isOffline, OLLAMA_LIMITS), isOffline }),
    model,
    isOffline,
  );
}

async function installedEmbeddings({ modelsFolder: folder, embeddings: { model } }: EmbeddingChoice) {
  if (model === null) throw missing(sentence('embeddings.none-selected'));
  const found = await findInstalled(folder, model);
  if (found?.task !== 'sentence-embedding') throw missing(sentence('embeddings.not-installed', { model }));
  return transformersEmbeddings(folder, found);
}

function missing(message: LocalizedText): ReelscopeError {
  return new ReelscopeError('model_unavailable', message);
}
