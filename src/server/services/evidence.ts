import { createBundleService } from '../bundles/bundles.ts';
import { createStaging } from '../bundles/staging.ts';
import { createVectorCheck } from '../bundles/vector-check.ts';
import { createChecksService } from '../checks/check-text.ts';
import { createFactSheetsService } from '../checks/fact-sheets.ts';
import { createClipFolder } from '../clips/clip-folder.ts';
import { createClipService } from '../clips/clip-service.ts';
import { requireVideo } from '../errors/lookup.ts';
import { createEventExportService } from '../event-groups/event-exports.ts';
import { createCitationsService } from '../evidence/citations/citations.ts';
import { createStillHashes } from '../evidence/citations/still-hashes.ts';
import { createClaimsService } from '../evidence/citations/verify-claims.ts';
import { createExportsService } from '../evidence/exports.ts';
import { openInstallationKey } from '../evidence/installation-key.ts';
import { createManifestsService } from '../evidence/manifests.ts';
import { createDocumentWriter } from '../exports/documents/document-writer.ts';
import { createVideoExportService } from '../exports/video-export.ts';
import { createStoryExportService } from '../stories/story-export.ts';
import type { FileServices } from './files.ts';
import type { IndexServices } from './indexes.ts';
import type { LibraryServices } from './library.ts';
import type { ServiceParts } from './service-parts.ts';

export type EvidenceServices = Awaited<ReturnType<typeof buildEvidence>>;

/** Builds the services that cite, sign, and export. */
export async function buildEvidence(parts: ServiceParts & FileServices & IndexServices & LibraryServices) {
  const { host, store, objects, clock, log, work, stills, source, sourceFiles, editedFiles } = parts;
  const { results, moments, stories, peopleChoice } = parts;
  const { media, transcode, joinClips, writeSideBySide } = work;
  const dataFolder = host.folders.data;
  const installationKey = await openInstallationKey(host.secrets, dataFolder);
  const signing = { key: installationKey, version: host.version, clock };
  const exports = createExportsService({ store, key: installationKey });
  const stillHashes = createStillHashes(stills);
  const citations = createCitationsService({ store, files: sourceFiles, stills: stillHashes });
  const manifests = createManifestsService({ store, source, files: sourceFiles, ...signing });
  const checks = createChecksService({ store, citations, languageModel: parts.languageModel, log });
  const documents = createDocumentWriter({ stills, hashes: stillHashes, media, exports });

  const folder = createClipFolder(dataFolder);
  await folder.removeOrphans();
  const clips = createClipService({
    store,
    source,
    folder,
    log,
    transcode,
    joinClips,
    writeSideBySide,
    blurOf: parts.faceBlur.tracksOf,
    onExported: exports.recordClips,
  });
  const staging = createStaging({ dataFolder, store, stills });
  await staging.removeOrphans();
  const bundles = createBundleService({
    store,
    objects,
    files: sourceFiles,
    results,
    stills,
    staging,
    relink: parts.relink,
    log,
    ...signing,
    checkVectors: createVectorCheck(parts.embedder),
    changed: parts.checkIndexes,
  });
  return {
    installationKey,
    exports,
    citations,
    claims: createClaimsService({ store, files: sourceFiles, stills: stillHashes, citations }),
    checks,
    factSheets: createFactSheetsService({ checks, manifests, exports, stills }),
    manifests,
    documents,
    clips,
    bundles,
    videoExports: createVideoExportService({
      videoOf: (userId, jobId) => requireVideo(store, userId, jobId),
      results,
      documents,
      moments,
      manifests,
      citations,
      people: peopleChoice,
      files: editedFiles,
    }),
    eventExports: createEventExportService({ store, events: parts.eventGroups, files: editedFiles, exports, clips }),
    storyExports: createStoryExportService({
      store,
      stories,
      clips,
      stills,
      manifests,
      exports,
      citations,
      files: editedFiles,
      clock,
      log,
    }),
  };
}
