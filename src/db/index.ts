import { type Clock, systemClock } from '../base/time.ts';
import { createCorrections } from './corrections.ts';
import { type OpenOptions, openDatabase } from './open.ts';
import { createApiKeysRepository } from './repositories/api-keys.ts';
import { createBrandWordsRepository } from './repositories/brand-words.ts';
import { createCalibrationVectorsRepository } from './repositories/calibration-vectors.ts';
import { createChatRepository } from './repositories/chat.ts';
import { createJobsRepository } from './repositories/jobs.ts';
import { createNotificationsRepository } from './repositories/notifications.ts';
import { createProfilesRepository } from './repositories/profiles.ts';
import { createProjectsRepository } from './repositories/projects.ts';
import { createReferenceLogosRepository } from './repositories/reference-logos.ts';
import { createReportsRepository } from './repositories/reports.ts';
import { createSearchRepository } from './repositories/search.ts';
import { createSegmentsRepository } from './repositories/segments.ts';
import { createSettingsRepository } from './repositories/settings.ts';
import { createStillsRepository } from './repositories/stills.ts';
import { createUsageRepository } from './repositories/usage.ts';
import { createUsersRepository } from './repositories/users.ts';
import { createVideosRepository } from './repositories/videos.ts';
import { createSegmentWriter } from './segment-writer.ts';
import { createVectorStore } from './vectors/store.ts';

export type Store = ReturnType<typeof openStore>;

/**
 * Opens the database and its repositories. Calls are synchronous (SQLite runs in the process), except for vector
 * search, which may have to load its index first.
 * @throws ReelscopeError `conflict` if a newer version of the application wrote the database
 */
export function openStore(options: OpenOptions & { clock?: Clock }) {
  const db = openDatabase(options);
  const clock = options.clock ?? systemClock;
  const vectors = createVectorStore(db, clock);
  const writer = createSegmentWriter(db, vectors, createCorrections(db, clock));
  return {
    users: createUsersRepository(db, clock),
    profiles: createProfilesRepository(db, clock),
    apiKeys: createApiKeysRepository(db, clock),
    projects: createProjectsRepository(db, clock),
    videos: createVideosRepository(db, clock, writer),
    jobs: createJobsRepository(db, clock),
    segments: createSegmentsRepository(db, writer, vectors),
    search: createSearchRepository(db, vectors),
    calibrationVectors: createCalibrationVectorsRepository(db),
    stills: createStillsRepository(db),
    reports: createReportsRepository(db, clock),
    chat: createChatRepository(db, clock),
    usage: createUsageRepository(db, clock),
    notifications: createNotificationsRepository(db, clock),
    settings: createSettingsRepository(db, clock),
    brandWords: createBrandWordsRepository(db, clock),
    referenceLogos: createReferenceLogosRepository(db, clock),
    /** Runs the synchronous function `work` in a transaction. */
    transaction: db.transaction,
    origin: db.origin,
    backup: db.backup,
    problems: db.problems,
    close: db.close,
  };
}
