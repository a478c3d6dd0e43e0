import { createBrandRescanService } from '../brands/brand-rescan.ts';
import { createBrandWordsService } from '../brands/brand-words.ts';
import { createReferenceLogosService } from '../brands/reference-logos.ts';
import { createSpeechCheck } from '../engines/speech-choice.ts';
import type { CloseStack } from '../hosting/close-stack.ts';
import { hasMemoryForAnalysis } from '../hosting/worker-memory.ts';
import { createJobService } from '../jobs/job-service.ts';
import { createProcessingService } from '../jobs/processing.ts';
import { createQueueGate } from '../jobs/queue-gate.ts';
import { createQueueService } from '../jobs/queue-service.ts';
import { createUsageAccounting } from '../jobs/usage-accounting.ts';
import { WatchFoldersService } from '../watch/watch-folders.ts';
import { WatchedImports } from '../watch/watched-imports.ts';
import type { FileServices } from './files.ts';
import type { IndexServices } from './indexes.ts';
import type { ServiceParts } from './service-parts.ts';

export type AnalysisServices = ReturnType<typeof buildAnalysis>;

/** Builds the services that queue and run analyses. */
export function buildAnalysis(parts: ServiceParts & FileServices & IndexServices, resources: CloseStack) {
  const { host, store, clock, log, events, engineOptions, installer, work } = parts;
  const { source, stills, disk, relink, imports, uploads, isLongLived } = parts;
  const gate = createQueueGate({ store, power: host.power, clock });
  const jobs =
    'jobs' in work
      ? work.jobs
      : createJobService({
          store,
          host,
          events,
          accounting: createUsageAccounting(store),
          log,
          engines: parts.answeringEngines,
          describe: work.describeModules,
          sourcePath: async (video, options) =>
            (await source.open(video, { ...options, waitMs: Number.POSITIVE_INFINITY })).file,
          stillsFolder: (video) => stills.folder(video.jobId),
          onRunEnd: parts.checkIndexes,
          concurrency: () => parts.concurrency ?? gate.settings().concurrency,
          hasMemory: hasMemoryForAnalysis,
          gate,
          disk,
          // Nobody follows the analysis of a single command.
          startsWithPreview: isLongLived,
        });
  resources.defer(jobs.close);
  const processing = createProcessingService({
    store,
    source,
    jobs,
    relink,
    thumbnails: isLongLived ? parts.thumbnails : null,
    requireSpeech: createSpeechCheck(installer, engineOptions),
    async speechSpeed() {
      // Not at the start of the server: it brings the code of speech engines.
      const { knownSpeechSpeed } = await import('../engines/speech-speed.ts');
      return knownSpeechSpeed(host.folders.data, engineOptions.get().speech_model);
    },
  });
  const watchFolders = new WatchFoldersService({
    store,
    imports: new WatchedImports({ store, imports, uploads, processing, relink }),
    dataFolder: host.folders.data,
    clock,
    log,
    isWatching: isLongLived,
  });
  resources.defer(() => watchFolders.close());
  return {
    jobs,
    processing,
    queue: createQueueService({ store, gate, jobs, hasRoom: disk.hasRoom }),
    watchFolders,
    brandWords: createBrandWordsService(store),
    brandRescan: createBrandRescanService({ store, jobs }),
    referenceLogos: createReferenceLogosService({ store, media: work.media }),
  };
}
