import { BUNDLED_ENGINES, type EngineSettings } from '../contract/engine-settings.ts';
import type { EmbeddingEngine } from '../models/engine.ts';

/** While everything is indexed anew, questions still go to the engine before. */
const MOST_LOADED = 2;

interface Kept {
  engine: Promise<EmbeddingEngine>;
  users: number;
}

/** Engines by their settings, the one used last at the end. */
const kept = new Map<string, Kept>();

/**
 * Works with the engine that `settings` choose (without any: the bundled one), which is loaded once and kept.
 * @throws ReelscopeError `model_unavailable`; whatever `work` throws
 */
export async function withEmbeddings<T>(
  settings: EngineSettings | undefined,
  work: (engine: EmbeddingEngine) => Promise<T>,
): Promise<T> {
  const choice = settings ?? BUNDLED_ENGINES;
  const { embeddings, modelsFolder, offline, ollama } = choice;
  const key = JSON.stringify([embeddings, modelsFolder, offline, ollama?.url]);
  const entry = kept.get(key) ?? { engine: load(choice), users: 0 };
  kept.delete(key);
  kept.set(key, entry);
  entry.users++;
  try {
    return await work(await entry.engine);
  } finally {
    entry.users--;
    // A server that was down, or a model that was not there yet, is asked again the next time.
    await entry.engine.catch(() => kept.delete(key));
    await evict();
  }
}

async function load(choice: EngineSettings): Promise<EmbeddingEngine> {
  const { chooseEmbeddings } = await import('../models/embeddings/choose.ts');
  const factory = await chooseEmbeddings(choice);
  return factory.load();
}

async function evict(): Promise<void> {
  for (const [key, { engine, users }] of kept) {
    if (kept.size <= MOST_LOADED) return;
    if (users > 0) continue;
    kept.delete(key);
    await (await engine).dispose();
  }
}
