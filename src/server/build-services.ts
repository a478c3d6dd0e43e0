import { createEnterpriseService } from './enterprise/enterprise-service.ts';
import { createAboutService } from './hosting/about.ts';
import { createAttachedClients } from './hosting/attached-clients.ts';
import type { CloseStack } from './hosting/close-stack.ts';
import type { Services } from './http/context/services.ts';
import type { JobService } from './jobs/types.ts';
import { createDashboardService } from './library/dashboard.ts';
import { collectGarbage as deleteOrphans } from './library/files/garbage-collection.ts';
import { checkIntegrity } from './library/files/integrity-check.ts';
import { lastDecoding } from './library/last-decoding.ts';
import { createLibraryEvents } from './library/library-events.ts';
import { createLibraryState } from './library/library-state.ts';
import { createAgentSettings } from './mcp/agent-settings.ts';
import { buildAccount } from './services/account.ts';
import { buildAnalysis } from './services/analysis.ts';
import { buildEvidence } from './services/evidence.ts';
import { buildFiles } from './services/files.ts';
import { buildIndexes } from './services/indexes.ts';
import { buildLibrary } from './services/library.ts';
import { buildSearch } from './services/search.ts';
import type { ServiceParts } from './services/service-parts.ts';
import { buildSharing } from './services/sharing.ts';
import { UpdatesService } from './updates/updates.ts';

/** Delay of the check of the database, which must not delay the window's first page. */
const INTEGRITY_CHECK_MS = 3000;

export interface BuiltServices {
  services: Services;
  /** Brings every index of findings up to date in the background. */
  checkIndexes(): void;
  /** Deletes orphaned files. Never rejects. */
  collectGarbage(signal: AbortSignal): Promise<void>;
  interruptJobs: JobService['interrupt'];
}

/** Builds every service that routes call, domain by domain, each from those above it. */
export async function buildServices(parts: ServiceParts, resources: CloseStack): Promise<BuiltServices> {
  const { host, store, objects, clock, log, events, engineOptions, work } = parts;
  const account = await buildAccount(parts);
  const files = await buildFiles(parts, resources);
  const indexes = buildIndexes({ ...parts, ...account, ...files }, resources);
  const analysis = buildAnalysis({ ...parts, ...files, ...indexes }, resources);
  const library = buildLibrary({ ...parts, ...files, ...indexes, ...analysis }, resources);
  const evidence = await buildEvidence({ ...parts, ...files, ...indexes, ...library });
  const search = buildSearch({ ...parts, ...files, ...indexes, ...library, ...evidence }, resources);
  const sharing = await buildSharing({ ...parts, ...account, ...files, ...library, ...evidence }, resources);

  // Closed before the jobs, which may wait for them.
  resources.defer(files.pendingCopies.close);
  resources.defer(() => files.proxies.close());
  resources.defer(evidence.clips.close);
  resources.defer(() => indexes.embeddingIndex.close());
  resources.defer(() => files.sourceFiles.close());

  const libraryState = createLibraryState({ disk: files.disk, backups: files.backups });
  const integrity = setTimeout(() => {
    void checkIntegrity({ store, clock, log, reportDamage: libraryState.reportDamage });
  }, INTEGRITY_CHECK_MS);
  resources.defer(() => clearTimeout(integrity));
  const updates = new UpdatesService({
    store,
    clock,
    log,
    version: host.version,
    source: host.versionFile,
    send: host.fetch,
    isOffline: engineOptions.isOffline,
  });
  resources.defer(() => updates.close());

  const services: Services = {
    ...account,
    ...files,
    ...indexes,
    ...analysis,
    ...library,
    ...evidence,
    ...search,
    ...sharing,
    version: host.version,
    identity: parts.localIdentity,
    engineOptions,
    events,
    libraryState,
    updates,
    libraryEvents: createLibraryEvents(
      store,
      events,
      library.stories,
      library.eventGroups,
      search.savedSearches,
      library.people,
    ),
    attachedClients: createAttachedClients(),
    about: createAboutService({
      host,
      engineOptions,
      key: evidence.installationKey,
      modules: analysis.jobs.modules,
      decoding: () => lastDecoding(store),
    }),
    agentSettings: createAgentSettings(store),
    dashboard: createDashboardService({ ...account, ...library }),
    enterprise: createEnterpriseService({ storage: files.uploads, ...library, ...analysis, ...search }),
  };
  const collectGarbage = (signal: AbortSignal) =>
    deleteOrphans({ store, objects, ...files, media: work.media, clock, log, signal });
  return { services, collectGarbage, checkIndexes: indexes.checkIndexes, interruptJobs: analysis.jobs.interrupt };
}
