import { CloserService } from '../closer/closer-service.ts';
import { EventGroupsService } from '../event-groups/event-groups.ts';
import { createAnalysesService } from '../evidence/analyses.ts';
import type { CloseStack } from '../hosting/close-stack.ts';
import { createCoverageMapService } from '../library/coverage-map.ts';
import { createHistoriesService } from '../library/histories.ts';
import { createProjectsService } from '../library/projects.ts';
import { createResultsService } from '../library/results.ts';
import { createSegmentsService } from '../library/segments.ts';
import { createSoundSync } from '../library/sound-sync.ts';
import { createSpeakersService } from '../library/speakers.ts';
import { createTranscriptsService } from '../library/transcripts.ts';
import { createVideoMediaService } from '../library/video-media.ts';
import { createVideosService } from '../library/videos.ts';
import { createMomentsService } from '../moments/moments.ts';
import { createTagsService } from '../moments/tags.ts';
import { createPeopleChoice } from '../people/choice.ts';
import { createFaceBlur } from '../people/face-blur.ts';
import { PeopleService } from '../people/people.ts';
import { createStoriesService } from '../stories/stories.ts';
import { createTrashService } from '../trash/trash.ts';
import type { AnalysisServices } from './analysis.ts';
import type { FileServices } from './files.ts';
import type { IndexServices } from './indexes.ts';
import type { ServiceParts } from './service-parts.ts';

export type LibraryServices = ReturnType<typeof buildLibrary>;

/** Builds the services of videos, their findings, and what analysts make of them. */
export function buildLibrary(
  parts: ServiceParts & FileServices & IndexServices & AnalysisServices,
  resources: CloseStack,
) {
  const { store, clock, log, links, stills, proxies, source, sourceFiles, pictures, jobs, embedder } = parts;
  const check = () => parts.embeddingIndex.check();
  const videos = createVideosService({ store, jobs, links, stills, proxies });
  const stories = createStoriesService(store);
  const moments = createMomentsService(store);
  const trash = createTrashService({
    store,
    videos,
    moments,
    stories,
    clock,
    log,
    deleteFile: parts.uploads.deleteFile,
    sizeOf: parts.storageUsage.trash,
  });
  resources.defer(trash.close);
  const soundSync = createSoundSync({ store, source, syncSounds: parts.work.syncSounds });
  resources.defer(soundSync.close);
  const eventGroups = new EventGroupsService({ store, sync: soundSync, log });
  resources.defer(() => eventGroups.close());
  const closer = new CloserService({
    store,
    source,
    clock,
    log,
    engines: parts.answeringEngines,
    stillsFolder: (video) => stills.folder(video.jobId),
    lookCloser: parts.work.lookCloser,
    changed: parts.checkIndexes,
  });
  resources.defer(() => closer.close());
  return {
    projects: createProjectsService(store),
    videos,
    results: createResultsService(store),
    segments: createSegmentsService(store, embedder, clock, check),
    speakers: createSpeakersService(store),
    transcripts: createTranscriptsService(store, check),
    histories: createHistoriesService(store),
    analyses: createAnalysesService(store, check),
    videoMedia: createVideoMediaService({ store, source, files: sourceFiles, stills, pictures }),
    coverageMap: createCoverageMapService(store),
    closer,
    soundSync,
    eventGroups,
    people: new PeopleService(store),
    peopleChoice: createPeopleChoice(store),
    faceBlur: createFaceBlur(store),
    stories,
    moments,
    tags: createTagsService(store),
    trash,
  };
}
