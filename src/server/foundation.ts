import { join } from 'node:path';
import { createLogger, type Logger } from '../base/logger.ts';
import { type Clock, systemClock } from '../base/time.ts';
import { openStore, type Store } from '../db/index.ts';
import { Installer, type InstallerOptions } from '../models/installer/installer.ts';
import { IDENTITY_LIMITS, outgoingFetch } from '../models/outgoing.ts';
import { ObjectStore } from '../storage/object-store.ts';
import { actingKey } from './account/acting.ts';
import type { IdentityProvider } from './account/identity.ts';
import { KeyUsage } from './account/key-usage.ts';
import { LocalIdentity } from './account/local-identity.ts';
import { OidcIdentity, oidcSettings } from './account/oidc-identity.ts';
import { backupFolder } from './backups/backup-files.ts';
import { type BackupSeal, openBackupSeal } from './backups/backup-seal.ts';
import { createEngineOptions, type EngineOptionsService, modelsFolder } from './engines/engine-options.ts';
import { openServerCredentials } from './engines/server-credentials.ts';
import type { CloseStack } from './hosting/close-stack.ts';
import type { Host } from './hosting/host.ts';
import { closeFiles } from './hosting/private-files.ts';
import type { JobEvents } from './jobs/job-events.ts';

export interface FoundationOptions {
  clock?: Clock;
  /** Called with each SQL statement; for tests that count statements. */
  onStatement?: (sql: string) => void;
  /** Replaces the model catalog and the disk in tests. */
  models?: Pick<InstallerOptions, 'catalog' | 'free' | 'retryMs'>;
}

/** Everything that services are built on: stored data, identities and settings. */
export interface Foundation {
  host: Host;
  clock: Clock;
  log: Logger;
  store: Store;
  objects: ObjectStore;
  events: JobEvents;
  keyUsage: KeyUsage;
  localIdentity: LocalIdentity;
  identityProviders: readonly IdentityProvider[];
  engineOptions: EngineOptionsService;
  installer: Installer;
  backupSeal: BackupSeal;
}

/**
 * Opens the data folder, whose lock the caller holds.
 * @throws ReelscopeError `conflict`, `library_damaged`, `forbidden`, `storage_full` if it can't be used
 */
export async function openFoundation(
  host: Host,
  options: FoundationOptions,
  events: JobEvents,
  resources: CloseStack,
): Promise<Foundation> {
  const { data } = host.folders;
  const { clock = systemClock, onStatement } = options;
  const log = createLogger(host.log);

  const backupSeal = await openBackupSeal(host.secrets);
  const copies: string[] = [];
  const store = openStore({
    path: join(data, 'reelscope.db'),
    backupFolder: backupFolder(data),
    onBackup: (file) => copies.push(file),
    clock,
    version: host.version,
    actingKey,
    ...(onStatement && { onStatement }),
  });
  resources.defer(() => store.close());
  for (const file of copies) await backupSeal.seal(file);
  const objects = await ObjectStore.open(join(data, 'storage'), clock);

  const closing = new AbortController();
  resources.defer(() => closing.abort());
  // In the background: a library may have a hundred thousand stills, and the folder itself is closed already.
  void closeFiles(data, closing.signal);

  const engineOptions = createEngineOptions(store, data, await openServerCredentials(host.secrets));
  await engineOptions.protect();
  const installer = new Installer({
    folder: modelsFolder(data),
    isOffline: engineOptions.isOffline,
    baseUrl: () => engineOptions.get().models_url,
    authorization: () => engineOptions.authorization('models_url', engineOptions.get().models_url),
    now: () => clock.now(),
    send: host.fetch,
    ...options.models,
  });
  resources.defer(() => installer.close());

  const keyUsage = new KeyUsage(store);
  resources.defer(() => keyUsage.close());
  const localIdentity = await LocalIdentity.open(host.secrets, clock);
  const oidc = oidcSettings(store.settings.get('oidc'), process.env);
  const oidcFetch = outgoingFetch(engineOptions.isOffline, IDENTITY_LIMITS, host.fetch);
  const identityProviders = oidc ? [localIdentity, new OidcIdentity(oidc, clock, log, oidcFetch)] : [localIdentity];

  return {
    host,
    clock,
    log,
    store,
    objects,
    events,
    keyUsage,
    localIdentity,
    identityProviders,
    engineOptions,
    installer,
    backupSeal,
  };
}
