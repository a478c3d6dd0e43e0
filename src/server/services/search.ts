import { createChatAgent } from '../chat/agent.ts';
import { createChatSessions } from '../chat/sessions.ts';
import { createEmbedder } from '../embeddings/embedder.ts';
import { activeFrameEngine } from '../frames/frame-choice.ts';
import { createFrameSearch } from '../frames/frame-search.ts';
import type { CloseStack } from '../hosting/close-stack.ts';
import { NewHits } from '../search/new-hits.ts';
import { createSavedSearchesService } from '../search/saved-searches.ts';
import { createSearchService } from '../search/search-service.ts';
import { createAppearances } from '../visual/appearances/appearances.ts';
import { createVisualSearch } from '../visual/visual-search.ts';
import type { EvidenceServices } from './evidence.ts';
import type { FileServices } from './files.ts';
import type { IndexServices } from './indexes.ts';
import type { LibraryServices } from './library.ts';
import type { ServiceParts } from './service-parts.ts';

/** Builds the services that search and answer. */
export function buildSearch(
  parts: ServiceParts & FileServices & IndexServices & LibraryServices & EvidenceServices,
  resources: CloseStack,
) {
  const { store, log, events, engineOptions, embedder, results, moments, links, stills, work } = parts;
  const { media } = work;
  const settings = engineOptions.engineSettings;
  const frameModel = () => engineOptions.get().frame_model;
  const frameSearch = createFrameSearch({
    store,
    embedder: createEmbedder({
      media: { embed: (texts) => media.embedForFrames(texts, settings()) },
      log,
      settings,
      engineId: () => activeFrameEngine(store, frameModel()),
    }),
    isOn: () => frameModel() !== null,
  });
  const search = createSearchService(store, embedder, frameSearch);
  const newHits = new NewHits({ store, search, moments, events, log });
  resources.defer(() => newHits.close());
  return {
    search,
    savedSearches: createSavedSearchesService(store),
    newHits,
    visualSearch: createVisualSearch({ store, media, stills, links, search }),
    appearances: createAppearances({ store, links }),
    chat: createChatSessions(store),
    agent: createChatAgent({
      store,
      results,
      search,
      log,
      languageModel: parts.languageModel,
      citationIds: parts.citations.idsOf,
      embed: embedder.embed,
    }),
  };
}
