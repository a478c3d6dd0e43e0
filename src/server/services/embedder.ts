import { ReelscopeError } from '../../contract/errors.ts';
import type { EmbeddingEngine } from '../../models/engine.ts';
import type { EngineSettings } from '../../pipeline/protocol.ts';
import type { MediaService } from '../jobs/types.ts';

/**
 * The embedding engine that answers now, in the shape of an engine; null while it can't run. Checked each time: what was
 * there a minute ago may be a server that is gone. @param settings of the engine whose vectors answer @param tag of these
 * vectors; undefined before the first index
 */
export function createEmbedder(
  media: MediaService,
  settings: () => EngineSettings,
  tag: () => string | undefined,
): () => Promise<EmbeddingEngine | null> {
  const ask = (texts: readonly string[], use?: 'passage' | 'query') =>
    media.embed([...texts], { engines: settings(), ...(use && { use }) });
  return async () => {
    let first: Awaited<ReturnType<typeof ask>>;
    try {
      first = await ask(['ready']);
    } catch (error) {
      if (error instanceof ReelscopeError && error.code === 'model_unavailable') return null;
      throw error;
    }
    // A model that was replaced under its name can't be compared with what is stored of it.
    if (tag() !== undefined && tag() !== first.model) return null;
    const at = first.model.lastIndexOf('@');
    return {
      info: { id: first.model.slice(0, at), version: first.model.slice(at + 1) },
      dimension: first.dimension,
      embed: async (texts, _signal, use) => (await ask(texts, use)).vectors,
      dispose: async () => {},
    };
  };
}
