import { z } from 'zod';
import { toError } from '../../base/errors.ts';
import type { Logger } from '../../base/logger.ts';
import { type Clock, formatTimestamp } from '../../base/time.ts';
import { isUpdate } from '../../base/version.ts';
import { ReelscopeError } from '../../contract/errors.ts';
import { Updates, type UpdateUpdatesRequest, VersionFile } from '../../contract/system/updates.ts';
import { sentence } from '../../core/texts/sentence.ts';
import type { Store } from '../../db/index.ts';
import { type Fetch, outgoingFetch, VERSION_FILE_LIMITS } from '../../models/outgoing.ts';

/** Interval of automatic checks, and of the look whether one is due; delay of the first one. */
const DAY_MS = 24 * 3_600_000;
const LOOK_MS = 3_600_000;
const FIRST_LOOK_MS = 120_000;

const KEY = 'updates';
const Stored = z.object({
  enabled: z.boolean().catch(false),
  /** Epoch milliseconds of the last attempt. */
  checkedMs: z.number().nullable().catch(null),
  failure: Updates.shape.failure.catch(null),
  /** Content of the file at the last successful check. */
  found: VersionFile.nullable().catch(null),
});
type Stored = z.infer<typeof Stored>;

/** Headers of the request: nothing about the user, the system, or the version that runs. */
const HEADERS = { accept: 'application/json', 'accept-language': '*', 'user-agent': 'Reelscope' };

export type UpdatesService = ReturnType<typeof createUpdatesService>;

/**
 * Looks for a new version in a static file: on request, and once a day if the user turned that on. Nothing is
 * downloaded or installed.
 */
export function createUpdatesService(parts: {
  store: Store;
  clock: Clock;
  log: Logger;
  /** Version that runs. */
  version: string;
  /** Address of the file; undefined if this build has none. */
  source: string | undefined;
  isOffline(): boolean;
  send?: Fetch | undefined;
}) {
  const { store, clock, log, version, source, isOffline, send } = parts;
  const given = source === undefined ? null : URL.parse(source);
  // The desktop's way to other machines reads files as well.
  const url = /^https?:$/.test(given?.protocol ?? '') ? given : null;
  if (source !== undefined && url === null) log.warn('the address for new versions is not of the web', { source });
  const fetchFile = outgoingFetch(isOffline, VERSION_FILE_LIMITS, send);
  const closing = new AbortController();
  let running: Promise<Updates> | undefined;

  const stored = (): Stored => Stored.parse(store.settings.get(KEY) ?? {});
  const update = (changes: Partial<Stored>) => store.settings.set(KEY, { ...stored(), ...changes });

  function get(): Updates {
    const { enabled, checkedMs, failure: last, found } = stored();
    const failure = last === 'offline' && !isOffline() ? null : last;
    // The found version may have been installed since.
    const isNew = found !== null && isUpdate(found.version, version);
    return {
      enabled: enabled && url !== null,
      host: url?.host ?? null,
      failure,
      checked_at: checkedMs === null ? null : formatTimestamp(checkedMs),
      available: isNew ? { version: found.version.replace(/^v/, ''), page: found.page ?? null } : null,
    };
  }

  async function read(): Promise<void> {
    if (url === null) throw new ReelscopeError('conflict', sentence('updates.no-source'));
    const failed = (failure: NonNullable<Updates['failure']>, cause?: unknown) => {
      log.info('new versions could not be looked up', {
        failure,
        ...(cause !== undefined && { reason: toError(cause).message }),
      });
      // Nobody was asked while offline, so the next look is due as before.
      update({ failure, ...(failure !== 'offline' && { checkedMs: clock.now() }) });
    };
    if (isOffline()) return failed('offline');
    let text: string;
    try {
      const response = await fetchFile(url.href, {
        headers: HEADERS,
        credentials: 'omit',
        signal: closing.signal,
      });
      text = await response.text();
      if (!response.ok) return failed('unreachable', new Error(`status ${response.status}`));
    } catch (error) {
      if (!closing.signal.aborted) failed('unreachable', error);
      return;
    }
    if (closing.signal.aborted) return;
    const file = VersionFile.safeParse(parseJson(text));
    if (!file.success) return failed('invalid', file.error);
    update({ checkedMs: clock.now(), failure: null, found: file.data });
  }

  const service = {
    get,

    /** @throws ReelscopeError `conflict` if this build knows no address */
    change({ enabled }: UpdateUpdatesRequest): Updates {
      if (enabled && url === null) throw new ReelscopeError('conflict', sentence('updates.no-source'));
      update({ enabled });
      return get();
    },

    /**
     * Looks now. A failure is part of the answer.
     * @throws ReelscopeError `conflict` if this build knows no address
     */
    async check(): Promise<Updates> {
      running ??= read()
        .then(get)
        .finally(() => {
          running = undefined;
        });
      return running;
    },

    /** Looks if the user wants it and the last attempt was a day ago. Never rejects. */
    async checkIfDue(): Promise<void> {
      const { enabled, checkedMs } = stored();
      const now = clock.now();
      // A clock that was set back must not postpone the next look for years.
      const isDue = checkedMs === null || now - checkedMs >= DAY_MS || checkedMs > now;
      if (!enabled || url === null || !isDue || isOffline()) return;
      await service.check().catch((error: unknown) => {
        log.warn('new versions could not be looked up', { reason: toError(error).message });
      });
    },

    async close(): Promise<void> {
      clearTimeout(first);
      clearInterval(timer);
      closing.abort();
      await running?.catch(() => {});
    },
  };
  const first = setTimeout(() => void service.checkIfDue(), FIRST_LOOK_MS);
  const timer = setInterval(() => void service.checkIfDue(), LOOK_MS);
  first.unref();
  timer.unref();
  return service;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
