import { z } from 'zod';
import { toError } from '../../base/errors.ts';
import { tryParseJson } from '../../base/json/parse-json.ts';
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

interface UpdatesParts {
  store: Store;
  clock: Clock;
  log: Logger;
  /** Version that runs. */
  version: string;
  /** Address of the file; undefined if this build has none. */
  source: string | undefined;
  isOffline(): boolean;
  send?: Fetch | undefined;
}

/**
 * Looks for a new version in a static file: on request, and once a day if the user turned that on. Nothing is
 * downloaded or installed.
 */
export class UpdatesService {
  readonly #parts: UpdatesParts;
  readonly #url: URL | null;
  readonly #fetch: Fetch;
  readonly #closing = new AbortController();
  readonly #first = setTimeout(() => void this.checkIfDue(), FIRST_LOOK_MS).unref();
  readonly #timer = setInterval(() => void this.checkIfDue(), LOOK_MS).unref();
  #running: Promise<Updates> | undefined;

  constructor(parts: UpdatesParts) {
    const { source, log, isOffline, send } = parts;
    const url = source === undefined ? null : URL.parse(source);
    this.#parts = parts;
    // The desktop's way to other machines reads files as well.
    this.#url = /^https?:$/.test(url?.protocol ?? '') ? url : null;
    this.#fetch = outgoingFetch(isOffline, VERSION_FILE_LIMITS, send);
    if (source !== undefined && this.#url === null)
      log.warn('the address for new versions is not of the web', { source });
  }

  get(): Updates {
    const { version, isOffline } = this.#parts;
    const { enabled, checkedMs, failure, found } = this.#stored();
    // The found version may have been installed since.
    const isNew = found !== null && isUpdate(found.version, version);
    return {
      enabled: enabled && this.#url !== null,
      host: this.#url?.host ?? null,
      failure: failure === 'offline' && !isOffline() ? null : failure,
      checked_at: checkedMs === null ? null : formatTimestamp(checkedMs),
      available: isNew ? { version: found.version.replace(/^v/, ''), page: found.page ?? null } : null,
    };
  }

  /** @throws ReelscopeError `conflict` if this build knows no address */
  change({ enabled }: UpdateUpdatesRequest): Updates {
    if (enabled) this.#requireUrl();
    this.#update({ enabled });
    return this.get();
  }

  /**
   * Looks now. A failure is part of the answer.
   * @throws ReelscopeError `conflict` if this build knows no address
   */
  async check(): Promise<Updates> {
    this.#running ??= this.#look()
      .then(() => this.get())
      .finally(() => {
        this.#running = undefined;
      });
    return this.#running;
  }

  /** Looks if the user wants it and the last attempt was a day ago. Never rejects. */
  async checkIfDue(): Promise<void> {
    const { clock, log, isOffline } = this.#parts;
    const { enabled, checkedMs } = this.#stored();
    const now = clock.now();
    // A clock that was set back must not postpone the next look for years.
    const isDue = checkedMs === null || now - checkedMs >= DAY_MS || checkedMs > now;
    if (!enabled || this.#url === null || !isDue || isOffline()) return;
    await this.check().catch((error: unknown) => {
      log.warn('new versions could not be looked up', { reason: toError(error).message });
    });
  }

  async close(): Promise<void> {
    clearTimeout(this.#first);
    clearInterval(this.#timer);
    this.#closing.abort();
    await this.#running?.catch(() => {});
  }

  #stored(): Stored {
    return Stored.parse(this.#parts.store.settings.get(KEY) ?? {});
  }

  #update(changes: Partial<Stored>): void {
    this.#parts.store.settings.set(KEY, { ...this.#stored(), ...changes });
  }

  #requireUrl(): URL {
    if (this.#url === null) throw new ReelscopeError('conflict', sentence('updates.no-source'));
    return this.#url;
  }

  async #look(): Promise<void> {
    const { href } = this.#requireUrl();
    const { signal } = this.#closing;
    if (this.#parts.isOffline()) return this.#failed('offline');
    let text: string;
    try {
      const response = await this.#fetch(href, { headers: HEADERS, credentials: 'omit', signal });
      text = await response.text();
      if (!response.ok) return this.#failed('unreachable', new Error(`status ${response.status}`));
    } catch (error) {
      if (!signal.aborted) this.#failed('unreachable', error);
      return;
    }
    if (signal.aborted) return;
    const file = VersionFile.safeParse(tryParseJson(text));
    if (!file.success) return this.#failed('invalid', file.error);
    this.#update({ checkedMs: this.#parts.clock.now(), failure: null, found: file.data });
  }

  #failed(failure: NonNullable<Updates['failure']>, cause?: unknown): void {
    const { clock, log } = this.#parts;
    const reason = cause === undefined ? {} : { reason: toError(cause).message };
    log.info('new versions could not be looked up', { failure, ...reason });
    // Nobody was asked while offline, so the next look is due as before.
    this.#update({ failure, ...(failure !== 'offline' && { checkedMs: clock.now() }) });
  }
}
