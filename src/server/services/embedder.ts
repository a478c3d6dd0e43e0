import { ReelscopeError } from '../../contract/errors.ts';
import type { EmbeddingEngine } from '../../models/engine.ts';
import type { MediaService } from '../jobs/types.ts';

/** The embedding engine of the service worker in the shape of an engine; null while none can run there. */
export function createEmbedder(media: MediaService): () => Promise<EmbeddingEngine | null> {
  let known: EmbeddingEngine | undefined;
  return async () => {
    if (known) return known;
    const first = await media.embed(['ready']);
    if (!first) return null;
    const at = first.model.lastIndexOf('@');
    known = {
      info: { id: first.model.slice(0, at), version: first.model.slice(at + 1) },
      dimension: first.dimension,
      async embed(texts) {
        const batch = await media.embed([...texts]);
        if (!batch) throw new ReelscopeError('model_unavailable', 'The embedding engine is not there any more.');
        return batch.vectors;
      },
      dispose: async () => {},
    };
    return known;
  };
}
