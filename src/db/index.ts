import { type Clock, systemClock } from '../base/time.ts';
import { createApiKeysRepository } from './accounts/api-keys.ts';
import { createBonusGrantsRepository } from './accounts/bonus-grants.ts';
import { createIdempotencyRepository } from './accounts/idempotency.ts';
import { createNotificationsRepository } from './accounts/notifications.ts';
import { createProfilesRepository } from './accounts/profiles.ts';
import { createSettingsRepository } from './accounts/settings.ts';
import { createUsageRepository } from './accounts/usage.ts';
import { createUsersRepository } from './accounts/users.ts';
import { createAnalyses } from './analyses.ts';
import { createAuditLog } from './audit-log.ts';
import { createBundles } from './bundles/bundles.ts';
import { createCorrections } from './corrections/corrections.ts';
import { createSegmentEdits } from './corrections/segment-edits.ts';
import { createSpeakers } from './corrections/speakers.ts';
import { createCoverage } from './coverage.ts';
import { createJobsRepository } from './jobs/jobs.ts';
import { createCommentsRepository } from './moments/comments.ts';
import { createMomentsRepository } from './moments/moments.ts';
import { createStoriesRepository } from './moments/stories.ts';
import { createTagsRepository } from './moments/tags.ts';
import { type OpenOptions, openDatabase } from './open.ts';
import { createOutbox } from './outbox.ts';
import { createPeople } from './people/people.ts';
import { repairSearchIndex } from './recovery/rebuild.ts';
import { createBrandWordsRepository } from './repositories/brand-words.ts';
import { createCalibrationVectorsRepository } from './repositories/calibration-vectors.ts';
import { createChatRepository } from './repositories/chat.ts';
import { createConditionsRepository } from './repositories/conditions.ts';
import { createEventGroupsRepository } from './repositories/event-groups.ts';
import { createProjectsRepository } from './repositories/projects.ts';
import { createReferenceLogosRepository } from './repositories/reference-logos.ts';
import { createReportsRepository } from './repositories/reports.ts';
import { createSavedSearchesRepository } from './repositories/saved-searches.ts';
import { createSearchRepository } from './repositories/search.ts';
import { createSegmentsRepository } from './repositories/segments.ts';
import { createSourceFilesRepository } from './repositories/source-files.ts';
import { createStillsRepository } from './repositories/stills.ts';
import { createVideosRepository } from './repositories/videos.ts';
import { createVoicesRepository } from './repositories/voices.ts';
import { createWatchFoldersRepository } from './repositories/watch-folders.ts';
import { createWebhookDeliveriesRepository } from './repositories/webhook-deliveries.ts';
import { createWebhooksRepository } from './repositories/webhooks.ts';
import { createDiscardedSegments } from './text-index/discarded-segments.ts';
import { createIndexedSegments } from './text-index/indexed-segments.ts';
import { createMomentIndex } from './text-index/moment-index.ts';
import { createSegmentWriter } from './text-index/segment-writer.ts';
import { createTermUpdate } from './text-index/term-update.ts';
import { createTextIndex } from './text-index/text-index.ts';
import { createAppearances } from './vectors/appearances.ts';
import { createFrameVectors } from './vectors/frames.ts';
import { createScanner } from './vectors/scanner.ts';
import { createVectorStore } from './vectors/store.ts';
import { createVisualStore } from './vectors/visual.ts';

export type Store = ReturnType<typeof openStore>;

/** Options for the audit log besides those of the database. */
interface StoreOptions {
  clock?: Clock;
  /** Of the application. */
  version?: string;
  /** API key on whose behalf the present code works; undefined for a user who signed in. */
  actingKey?: Parameters<typeof createAuditLog>[3];
}

/**
 * Opens the database and its repositories. Calls are synchronous (SQLite runs in the process), except for vector
 * search, which may have to load its index first.
 * @throws ReelscopeError `conflict` if a newer version of the application wrote the database
 */
export function openStore(options: OpenOptions & StoreOptions) {
  const db = openDatabase(options);
  const clock = options.clock ?? systemClock;
  const scanner = createScanner();
  const vectors = createVectorStore(db, clock, scanner);
  const index = createTextIndex(db);
  const discarded = createDiscardedSegments(db, index);
  const momentIndex = createMomentIndex(db);
  const audit = createAuditLog(db, clock, options.version ?? null, options.actingKey);
  const outbox = createOutbox(db, clock);
  const speakers = createSpeakers(db, audit);
  const corrections = createCorrections(db, clock);
  const indexed = createIndexedSegments(db, index, discarded, vectors, speakers);
  const writer = createSegmentWriter(db, indexed, corrections, speakers);
  const edits = createSegmentEdits(db, indexed, corrections, audit);
  const visual = createVisualStore(db, scanner);
  const frames = createFrameVectors(db, scanner);
  const conditions = createConditionsRepository(db);
  const analyses = createAnalyses(db, clock, writer, audit);
  return {
    users: createUsersRepository(db, clock),
    profiles: createProfilesRepository(db, clock),
    apiKeys: createApiKeysRepository(db, clock),
    projects: createProjectsRepository(db, clock),
    audit,
    outbox,
    webhooks: createWebhooksRepository(db, clock),
    webhookDeliveries: createWebhookDeliveriesRepository(db, clock),
    analyses,
    coverage: createCoverage(db),
    conditions,
    bundles: createBundles(db, clock, { writer, discarded, analyses, speakers, audit }),
    videos: createVideosRepository(db, clock, indexed, audit, outbox, [visual, frames, conditions]),
    jobs: createJobsRepository(db, clock, audit, analyses),
    segments: createSegmentsRepository(db, writer, edits, vectors, discarded),
    speakers,
    voices: createVoicesRepository(db, clock),
    search: createSearchRepository(db, index, vectors, discarded),
    termUpdate: createTermUpdate(db, index, momentIndex),
    visual,
    people: createPeople(db, clock),
    appearances: createAppearances(db),
    frames,
    calibrationVectors: createCalibrationVectorsRepository(db),
    sourceFiles: createSourceFilesRepository(db, audit),
    stills: createStillsRepository(db),
    moments: createMomentsRepository(db, clock, momentIndex),
    savedSearches: createSavedSearchesRepository(db, clock),
    watchFolders: createWatchFoldersRepository(db, clock),
    stories: createStoriesRepository(db, clock),
    eventGroups: createEventGroupsRepository(db, clock),
    tags: createTagsRepository(db, clock, momentIndex.put),
    reports: createReportsRepository(db, clock, audit, outbox),
    comments: createCommentsRepository(db, clock),
    chat: createChatRepository(db, clock),
    usage: createUsageRepository(db, clock),
    bonusGrants: createBonusGrantsRepository(db, clock),
    idempotency: createIdempotencyRepository(db, clock),
    notifications: createNotificationsRepository(db, clock),
    settings: createSettingsRepository(db, clock),
    brandWords: createBrandWordsRepository(db, clock),
    referenceLogos: createReferenceLogosRepository(db, clock),
    /** Runs the synchronous function `work` in a transaction. */
    transaction: db.transaction,
    version: db.version,
    origin: db.origin,
    backup: db.backup,
    problems: db.problems,
    /** Checks the full-text index and fills it again if it is damaged; returns whether it was. */
    repairSearchIndex: (full: boolean) => repairSearchIndex(db, full),
    close(): void {
      discarded.close();
      scanner.close();
      db.close();
    },
  };
}
