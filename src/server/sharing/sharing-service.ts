import { networkInterfaces } from 'node:os';
import { z } from 'zod';
import { toError } from '../../base/errors.ts';
import { createKeyedQueue } from '../../base/keyed-queue.ts';
import type { Logger } from '../../base/logger.ts';
import type { Clock } from '../../base/time.ts';
import { ReelscopeError } from '../../contract/errors.ts';
import { DEFAULT_LAN_PORT, type Sharing, type UpdateSharingRequest } from '../../contract/sharing/sharing.ts';
import { sentence } from '../../core/texts/sentence.ts';
import type { Store } from '../../db/index.ts';
import { isLocalPeer, lanAddresses, type NetworkInterfaces, originOfAddress, plainAddress } from './lan/addresses.ts';
import { createLanApp, type LanServices } from './lan/app.ts';
import { LAN_LIMITS, type LanLimits, type LanListening, listenOnLan } from './lan/listener.ts';
import { RateLimiter } from './lan/rate-limiter.ts';

const SETTINGS_KEY = 'sharing';
const Port = z.int().min(0).max(65_535);
const Stored = z.object({
  enabled: z.boolean(),
  keep_on: z.boolean(),
  port: Port,
  /** Port last assigned for “any free port”; tried first next time, so that existing links keep working. */
  any_port: Port.default(0),
});
const OFF: z.infer<typeof Stored> = { enabled: false, keep_on: false, port: DEFAULT_LAN_PORT, any_port: 0 };
/** Rate limit per address for pages and the API. */
const REQUESTS_PER_MINUTE = 60;

/** Overrides for tests. */
export interface LanOptions {
  /** Addresses to listen on instead of all addresses of this machine. */
  hosts?: readonly string[];
  interfaces?: () => NetworkInterfaces;
  limits?: Partial<LanLimits>;
}

export interface SharingParts extends LanServices {
  store: Store;
  clock: Clock;
  log: Logger;
  lan: LanOptions;
}

/** Controls the LAN listener for shared reports, which is off until the user turns it on. */
export class SharingService {
  readonly #parts: SharingParts;
  readonly #interfaces: () => NetworkInterfaces;
  /** Serializes changes, since two windows may toggle sharing at once. */
  readonly #queue = createKeyedQueue<'sharing'>();
  #settings: z.infer<typeof Stored>;
  #listening: LanListening | undefined;
  #problem: 'port_taken' | 'failed' | undefined;

  constructor(parts: SharingParts) {
    this.#parts = parts;
    this.#interfaces = parts.lan.interfaces ?? networkInterfaces;
    const settings = Stored.safeParse(parts.store.settings.get(SETTINGS_KEY)).data ?? OFF;
    this.#settings = settings.keep_on ? settings : { ...settings, enabled: false };
  }

  get(): Sharing {
    const addresses = this.#listening ? lanAddresses(this.#interfaces()) : [];
    const { port } = this.#listening ?? this.#settings;
    const isOn = addresses.length > 0 ? 'on' : 'no_network';
    return {
      keep_on: this.#settings.keep_on,
      port: this.#settings.port,
      enabled: this.#listening !== undefined,
      state: this.#listening ? isOn : (this.#problem ?? 'off'),
      addresses: addresses.map((address) => originOfAddress(address, port)),
    };
  }

  /** Port of the LAN listener; none while sharing is off. */
  ports(): number[] {
    return this.#listening ? [this.#listening.port] : [];
  }

  /** @throws ReelscopeError `conflict` when the port is taken; sharing is off then */
  update(change: UpdateSharingRequest): Promise<Sharing> {
    return this.#queue.run('sharing', async () => {
      const before = this.#settings;
      const next = {
        enabled: change.enabled ?? this.#listening !== undefined,
        keep_on: change.keep_on ?? before.keep_on,
        port: change.port ?? before.port,
      };
      const moves = next.port !== before.port;
      if (this.#listening && (!next.enabled || moves)) await this.#stop();
      if (!next.enabled) this.#problem = undefined;
      this.#settings = { ...before, ...next, enabled: false };
      try {
        if (next.enabled && !this.#listening) await this.#start(next.port);
        this.#settings = { ...this.#settings, enabled: next.enabled };
      } finally {
        this.#store();
      }
      return this.get();
    });
  }

  /**
   * Resumes sharing at startup if the user enabled that. A port conflict is reported as a state and does not fail the
   * start.
   */
  resume(): Promise<void> {
    return this.#queue.run('sharing', async () => {
      if (!this.#settings.enabled || this.#listening) return;
      try {
        await this.#start(this.#settings.port);
        this.#store();
      } catch (error) {
        this.#parts.log.warn('network sharing could not be started', { reason: toError(error).message });
      }
    });
  }

  close(): Promise<void> {
    return this.#queue.run('sharing', () => this.#stop());
  }

  #store(): void {
    this.#parts.store.settings.set(SETTINGS_KEY, this.#settings);
  }

  async #start(port: number): Promise<void> {
    this.#problem = undefined;
    try {
      const before = port === 0 ? this.#settings.any_port : 0;
      this.#listening =
        before === 0 ? await this.#listenAt(port) : await this.#listenAt(before).catch(() => this.#listenAt(0));
      if (port === 0) this.#settings = { ...this.#settings, any_port: this.#listening.port };
      this.#parts.log.info('network sharing started', { port: this.#listening.port });
    } catch (cause) {
      const isTaken = (cause as NodeJS.ErrnoException).code === 'EADDRINUSE';
      this.#problem = isTaken ? 'port_taken' : 'failed';
      const text = sentence(isTaken ? 'port.taken' : 'port.failed', { port: String(port) });
      throw new ReelscopeError('conflict', text, { cause });
    }
  }

  #listenAt(port: number): Promise<LanListening> {
    const { clock, log, lan } = this.#parts;
    return listenOnLan({
      app: createLanApp(this.#parts, new RateLimiter(clock, REQUESTS_PER_MINUTE), log),
      port,
      // Both families through one socket; without IPv6, all of IPv4.
      hosts: lan.hosts ?? ['::', '0.0.0.0'],
      limits: { ...LAN_LIMITS, ...lan.limits },
      isAllowedPeer: (remote) => isLocalPeer(plainAddress(remote), this.#interfaces()),
      isOpen: (hash) => this.#isOpen(hash),
    });
  }

  async #stop(): Promise<void> {
    const before = this.#listening;
    this.#listening = undefined;
    await before?.close();
  }

  #isOpen(hash: string): boolean {
    try {
      this.#parts.reports.open(hash);
      return true;
    } catch (error) {
      if (error instanceof ReelscopeError && error.status < 500) return false;
      throw error;
    }
  }
}
