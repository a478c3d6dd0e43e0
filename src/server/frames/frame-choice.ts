import { z } from 'zod';
import type { Store } from '../../db/index.ts';

/** Settings key of the engine of the selected model, as its first run stated it. */
const ACTIVE_KEY = 'frames.active';

const StoredEngine = z.object({ model: z.string(), engine: z.string() });

/** Returns the engine (`id@version`) of the selected model; undefined without a model, or before its first run. */
export function activeFrameEngine(store: Store, model: string | null): string | undefined {
  const { data } = StoredEngine.safeParse(store.settings.get(ACTIVE_KEY));
  return data && data.model === model ? data.engine : undefined;
}

export function setActiveFrameEngine(store: Store, model: string, engine: string): void {
  store.settings.set(ACTIVE_KEY, { model, engine } satisfies z.infer<typeof StoredEngine>);
}
