import { networkInterfaces } from 'node:os';
import { z } from 'zod';
import { toError } from '../../base/errors.ts';
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

export type SharingService = ReturnType<typeof createSharingService>;

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
export function createSharingService({ store, clock, log, lan, ...services }: SharingParts) {
  const interfaces = lan.interfaces ?? networkInterfaces;
  let settings = Stored.safeParse(store.settings.get(SETTINGS_KEY)).data ?? OFF;
  if (!settings.keep_on) settings = { ...settings, enabled: false };
  let listening: LanListening | undefined;
  let problem: 'port_taken' | 'failed' | undefined;
  /** Serializes changes, since two windows may toggle sharing at once. */
  let last: Promise<unknown> = Promise.resolve();
  const inTurn = <Result>(run: () => Promise<Result>): Promise<Result> => {
    const done = last.then(run);
    last = done.catch(() => {});
    return done;
  };

  const isOpen = (hash: string): boolean => {
    try {
      services.reports.open(hash);
      return true;
    } catch (error) {
      if (error instanceof ReelscopeError && error.status < 500) return false;
      throw error;
    }
  };
  const stop = async () => {
    const before = listening;
    listening = undefined;
    await before?.close();
  };
  const listenAt = (port: number) =>
    listenOnLan({
      app: createLanApp(services, new RateLimiter(clock, REQUESTS_PER_MINUTE), log),
      port,
      // Both families through one socket; without IPv6, all of IPv4.
      hosts: lan.hosts ?? ['::', '0.0.0.0'],
      limits: { ...LAN_LIMITS, ...lan.limits },
      isAllowedPeer: (remote) => isLocalPeer(plainAddress(remote), interfaces()),
      isOpen,
    });
  const start = async (port: number) => {
    problem = undefined;
    try {
      const before = port === 0 ? settings.any_port : 0;
      listening = before === 0 ? await listenAt(port) : await listenAt(before).catch(() => listenAt(0));
      if (port === 0) settings = { ...settings, any_port: listening.port };
      log.info('network sharing started', { port: listening.port });
    } catch (cause) {
      const isTaken = (cause as NodeJS.ErrnoException).code === 'EADDRINUSE';
      problem = isTaken ? 'port_taken' : 'failed';
      throw new ReelscopeError(
        'conflict',
        isTaken ? sentence('port.taken', { port: String(port) }) : sentence('port.failed', { port: String(port) }),
        { cause },
      );
    }
  };

  const get = (): Sharing => {
    const addresses = listening ? lanAddresses(interfaces()) : [];
    const { port } = listening ?? settings;
    const isOn = addresses.length > 0 ? 'on' : 'no_network';
    const { keep_on } = settings;
    return {
      keep_on,
      port: settings.port,
      enabled: listening !== undefined,
      state: listening ? isOn : (problem ?? 'off'),
      addresses: addresses.map((address) => originOfAddress(address, port)),
    };
  };

  return {
    get,

    /** Port of the LAN listener; none while sharing is off. */
    ports: (): number[] => (listening ? [listening.port] : []),

    /** @throws ReelscopeError `conflict` when the port is taken; sharing is off then */
    update: (change: UpdateSharingRequest): Promise<Sharing> =>
      inTurn(async () => {
        const before = settings;
        const next = {
          enabled: change.enabled ?? listening !== undefined,
          keep_on: change.keep_on ?? before.keep_on,
          port: change.port ?? before.port,
        };
        const moves = next.port !== before.port;
        if (listening && (!next.enabled || moves)) await stop();
        if (!next.enabled) problem = undefined;
        settings = { ...before, ...next, enabled: false };
        try {
          if (next.enabled && !listening) await start(next.port);
          settings = { ...settings, enabled: next.enabled };
        } finally {
          store.settings.set(SETTINGS_KEY, settings);
        }
        return get();
      }),

    /**
     * Resumes sharing at startup if the user enabled that. A port conflict is reported as a state and does not fail the
     * start.
     */
    resume: (): Promise<void> =>
      inTurn(async () => {
        if (!settings.enabled || listening) return;
        try {
          await start(settings.port);
          store.settings.set(SETTINGS_KEY, settings);
        } catch (error) {
          log.warn('network sharing could not be started', { reason: toError(error).message });
        }
      }),

    close: (): Promise<void> => inTurn(stop),
  };
}
