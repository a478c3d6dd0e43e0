import { BUNDLED_ENGINES, type EngineSettings } from '../contract/system/engine-settings.ts';
import type { EmbeddingEngine } from '../models/engine.ts';

/** During reindexing, queries still use the previous engine. */
const MAX_LOADED_ENGINES = 2;

interface Kept {
  engine: Promise<EmbeddingEngine>;
  users: number;
}

/** Loaded engines by their settings, least recently used first. */
const kept = new Map<string, Kept>();

/**
 * Runs `work` with the engine that `settings` select (by default the bundled one), which is loaded once and cached.
 * @throws ReelscopeError `model_unavailable`; whatever `work` throws
 */
export async function withEmbeddings<T>(
  settings: EngineSettings | undefined,
  work: (engine: EmbeddingEngine) => Promise<T>,
): Promise<T> {
  const choice = settings ?? BUNDLED_ENGINES;
  const { embeddings, modelsFolder, offline, ollama } = choice;
  const key = JSON.stringify([embeddings, modelsFolder, offline, ollama?.url, ollama?.others]);
  const entry = kept.get(key) ?? { engine: load(choice), users: 0 };
  kept.delete(key);
  kept.set(key, entry);
  entry.users++;
  try {
    return await work(await entry.engine);
  } finally {
    entry.users--;
    // A failed load is retried next time: the server may be up again, or the model installed.
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
    if (kept.size <= MAX_LOADED_ENGINES) return;
    if (users > 0) continue;
    kept.delete(key);
    await (await engine).dispose();
  }
}
