import { useCallback, useEffect, useSyncExternalStore } from 'react';
import { CancelledError, toError } from '../../base/errors.ts';

/** What is known of an answer now. `data` stays while it is loaded again, also when that fails. */
export interface QueryState<Data> {
  data: Data | undefined;
  error: Error | undefined;
  isLoading: boolean;
}

interface Entry {
  state: QueryState<unknown>;
  load: ((signal: AbortSignal) => Promise<unknown>) | undefined;
  loadedMs: number;
  running: AbortController | undefined;
  listeners: Set<() => void>;
}

export interface QueryOptions {
  /** How long an answer is good without asking again, in milliseconds (default 30 s). */
  staleMs?: number;
  /** Asks again this often while somebody looks, in milliseconds. */
  everyMs?: number | undefined;
}

const EMPTY: QueryState<never> = { data: undefined, error: undefined, isLoading: true };
const entries = new Map<string, Entry>();

function entryOf(key: string): Entry {
  let entry = entries.get(key);
  if (!entry) {
    entry = { state: EMPTY, load: undefined, loadedMs: 0, running: undefined, listeners: new Set() };
    entries.set(key, entry);
  }
  return entry;
}

function change(entry: Entry, state: Partial<QueryState<unknown>>): void {
  entry.state = { ...entry.state, ...state };
  for (const listener of entry.listeners) listener();
}

async function run(entry: Entry): Promise<void> {
  if (!entry.load || entry.running) return;
  const controller = new AbortController();
  entry.running = controller;
  if (!entry.state.isLoading) change(entry, { isLoading: true });
  try {
    const data = await entry.load(controller.signal);
    if (controller.signal.aborted) return;
    entry.loadedMs = Date.now();
    change(entry, { data, error: undefined, isLoading: false });
  } catch (thrown) {
    if (thrown instanceof CancelledError || controller.signal.aborted) return;
    change(entry, { error: toError(thrown), isLoading: false });
  } finally {
    if (entry.running === controller) entry.running = undefined;
  }
}

/**
 * An answer of the server, shared by all who ask for the same key, kept between screens.
 * @param key null: ask for nothing yet
 */
export function useQuery<Data>(
  key: string | null,
  load: (signal: AbortSignal) => Promise<Data>,
  { staleMs = 30_000, everyMs }: QueryOptions = {},
): QueryState<Data> & { reload(): void } {
  const subscribe = useCallback(
    (listener: () => void) => {
      if (key === null) return () => {};
      const { listeners } = entryOf(key);
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    [key],
  );
  const state = useSyncExternalStore(subscribe, () => (key === null ? EMPTY : entryOf(key).state)) as QueryState<Data>;
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key says all that `load` depends on
  useEffect(() => {
    if (key === null) return;
    const entry = entryOf(key);
    entry.load = load;
    if (Date.now() - entry.loadedMs > staleMs || entry.state.error) void run(entry);
  }, [key]);
  useEffect(() => {
    if (key === null || everyMs === undefined) return;
    const timer = setInterval(() => document.visibilityState === 'visible' && void run(entryOf(key)), everyMs);
    return () => clearInterval(timer);
  }, [key, everyMs]);
  const reload = useCallback(() => {
    if (key !== null) void run(entryOf(key));
  }, [key]);
  return { ...state, reload };
}

/** Asks before anybody looks, so that the answer is on its way when somebody does; once for each key. */
export function prefetchQuery(key: string, load: (signal: AbortSignal) => Promise<unknown>): void {
  const entry = entryOf(key);
  if (entry.load) return;
  entry.load = load;
  void run(entry);
}

/** Changes a kept answer in place, as when its change was just accepted. Does nothing when there is none. */
export function patchQuery<Data>(key: string, update: (data: Data) => Data): void {
  const entry = entries.get(key);
  if (entry?.state.data === undefined) return;
  const data = update(entry.state.data as Data);
  if (data !== entry.state.data) change(entry, { data });
}

/** The answer kept under a key. */
export function peekQuery<Data>(key: string): Data | undefined {
  return entries.get(key)?.state.data as Data | undefined;
}

/** Asks again for every key that starts so: at once where somebody looks, else when somebody does. */
export function invalidate(...starts: string[]): void {
  for (const [key, entry] of entries) {
    if (!starts.some((start) => key.startsWith(start))) continue;
    entry.loadedMs = 0;
    entry.running?.abort();
    entry.running = undefined;
    if (entry.listeners.size > 0) void run(entry);
  }
}

/** Forgets everything, as when somebody else signs in. */
export function clearQueries(): void {
  for (const entry of entries.values()) entry.running?.abort();
  entries.clear();
}
