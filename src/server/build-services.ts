import { randomBytes } from 'node:crypto';
import { MAX_UPLOAD_BYTES } from '../contract/library/storage.ts';
import type { GeneratingEngine } from '../models/engine.ts';
import type { Pace } from '../storage/receive.ts';
import { UrlSigner } from '../storage/url-signer.ts';
import { Authenticator } from './account/authenticator.ts';
import { openIdempotency } from './account/idempotency.ts';
import { createKeysService } from './account/keys.ts';
import { createNotificationsService } from './account/notifications.ts';
import { createProfileService } from './account/profile.ts';
import { createUsageService } from './account/usage.ts';
import { createBackupService } from './backups/backups.ts';
import { createBrandRescanService } from './brands/brand-rescan.ts';
import { createBrandWordsService } from './brands/brand-words.ts';
import { createReferenceLogosService } from './brands/reference-logos.ts';
import { createBundleService } from './bundles/bundles.ts';
import { createStaging } from './bundles/staging.ts';
import { createVectorCheck } from './bundles/vector-check.ts';
import { createChatAgent } from './chat/agent.ts';
import { createChatSessions } from './chat/sessions.ts';
import { createClipFolder } from './clips/clip-folder.ts';
import { createClipService } from './clips/clip-service.ts';
import { createEmbedder } from './embeddings/embedder.ts';
import { activeEmbeddings, answeringSettings } from './embeddings/embedding-choice.ts';
import { createEmbeddingIndex } from './embeddings/embedding-index.ts';
import { modelsFolder } from './engines/engine-options.ts';
import { createModelsService } from './engines/models.ts';
import { createSpeechCheck } from './engines/speech-choice.ts';
import { createEnterpriseService } from './enterprise/enterprise-service.ts';
import { requireFound } from './errors/lookup.ts';
import { createAnalysesService } from './evidence/analyses.ts';
import { createCitationsService } from './evidence/citations/citations.ts';
import { createStillHashes } from './evidence/citations/still-hashes.ts';
import { createClaimsService } from './evidence/citations/verify-claims.ts';
import { createExportsService } from './evidence/exports.ts';
import { openInstallationKey } from './evidence/installation-key.ts';
import { createManifestsService } from './evidence/manifests.ts';
import { createDocumentWriter } from './exports/documents/document-writer.ts';
import { createVideoExportService } from './exports/video-export.ts';
import type { Foundation } from './foundation.ts';
import { activeFrameEngine } from './frames/frame-choice.ts';
import { createFrameIndex } from './frames/frame-index.ts';
import { createFrameSearch } from './frames/frame-search.ts';
import { createAboutService } from './hosting/about.ts';
import { createAttachedClients } from './hosting/attached-clients.ts';
import type { CloseStack } from './hosting/close-stack.ts';
import { createDiskSpace } from './hosting/disk-space.ts';
import type { SecretStore } from './hosting/host.ts';
import { hasMemoryForAnalysis } from './hosting/worker-memory.ts';
import type { Services } from './http/context/services.ts';
import { createWindowFiles } from './http/serving/window-files.ts';
import { createJobService } from './jobs/job-service.ts';
import { createProcessingService } from './jobs/processing.ts';
import { createQueueGate } from './jobs/queue-gate.ts';
import { createQueueService } from './jobs/queue-service.ts';
import type { JobService } from './jobs/types.ts';
import { createUsageAccounting } from './jobs/usage-accounting.ts';
import { createDashboardService } from './library/dashboard.ts';
import { createDerivedPictures } from './library/derived-pictures.ts';
import { createEditedFiles } from './library/files/edited-files.ts';
import { collectGarbage as deleteOrphans } from './library/files/garbage-collection.ts';
import { checkIntegrity } from './library/files/integrity-check.ts';
import { createLinks } from './library/files/links.ts';
import { createMediaFiles } from './library/files/media-files.ts';
import { createPendingCopies } from './library/files/pending-copies.ts';
import { createRelinkService } from './library/files/relink.ts';
import { createSourceFiles } from './library/files/source-files.ts';
import { createSourceService } from './library/files/sources.ts';
import { createStorageOptions } from './library/files/storage-options.ts';
import { createStorageUsage } from './library/files/storage-usage.ts';
import { createUploadService } from './library/files/uploads.ts';
import { createHistoriesService } from './library/histories.ts';
import { lastDecoding } from './library/last-decoding.ts';
import { createLibraryEvents } from './library/library-events.ts';
import { createLibraryState } from './library/library-state.ts';
import { createProjectsService } from './library/projects.ts';
import { createResultsService } from './library/results.ts';
import { createSegmentsService } from './library/segments.ts';
import { createSpeakersService } from './library/speakers.ts';
import { createStillFiles } from './library/stills.ts';
import { createThumbnails } from './library/thumbnails.ts';
import { createTranscriptsService } from './library/transcripts.ts';
import { createVideoMediaService } from './library/video-media.ts';
import { createVideosService } from './library/videos.ts';
import { createAgentSettings } from './mcp/agent-settings.ts';
import { createMomentsService } from './moments/moments.ts';
import { createTagsService } from './moments/tags.ts';
import { createPeopleChoice } from './people/choice.ts';
import { createFaceBlur } from './people/face-blur.ts';
import { createPeopleService } from './people/people.ts';
import { createProxyFiles } from './proxies/proxy-files.ts';
import { createProxyService } from './proxies/proxy-service.ts';
import type { Restart } from './reopenable.ts';
import { createNewHits } from './search/new-hits.ts';
import { createSavedSearchesService } from './search/saved-searches.ts';
import { createSearchService } from './search/search-service.ts';
import { createTermUpdatePass } from './search/term-update.ts';
import { createBlurredCopies } from './sharing/blurred-copies.ts';
import { createReportsService } from './sharing/reports.ts';
import { openShareTokens } from './sharing/share-tokens.ts';
import { createSharedStories } from './sharing/shared-stories.ts';
import { createSharedVideos } from './sharing/shared-videos.ts';
import { createSharingService, type LanOptions } from './sharing/sharing-service.ts';
import { createStoryClips } from './sharing/story-clips.ts';
import { createStoriesService } from './stories/stories.ts';
import { createStoryExportService } from './stories/story-export.ts';
import { createTrashService } from './trash/trash.ts';
import { createUpdatesService } from './updates/updates.ts';
import { createAppearanceIndex } from './visual/appearances/appearance-index.ts';
import { createAppearances } from './visual/appearances/appearances.ts';
import { createVisualIndex } from './visual/visual-index.ts';
import { createVisualSearch } from './visual/visual-search.ts';
import { createWatchFoldersService } from './watch/watch-folders.ts';
import { createDispatcher } from './webhooks/dispatcher.ts';
import { openWebhookSecrets } from './webhooks/secrets.ts';
import { createSender, type SenderOptions } from './webhooks/sender.ts';
import { createWebhooksService } from './webhooks/webhooks.ts';
import type { WorkerPool } from './worker-pool.ts';

/** Delay of the check of the database, which must not delay the window's first page. */
const INTEGRITY_CHECK_MS = 3000;

export interface ServiceParts extends Foundation {
  work: WorkerPool;
  languageModel: () => Promise<GeneratingEngine | null>;
  uploadLimitBytes?: number | undefined;
  uploadPace?: Pace | undefined;
  freeBytes?: (() => number) | undefined;
  concurrency?: number | undefined;
  isLongLived: boolean;
  restart: Restart;
  lan: LanOptions;
  /** Ports of the loopback listener, once it listens. */
  ownPorts: () => readonly number[];
  webhooks?: SenderOptions | undefined;
}

export interface BuiltServices {
  services: Services;
  /** Deletes orphaned files. Never rejects. */
  collectGarbage(signal: AbortSignal): Promise<void>;
  interruptJobs: JobService['interrupt'];
}

/** Builds every service that routes call, each from those above it. */
export async function buildServices(parts: ServiceParts, resources: CloseStack): Promise<BuiltServices> {
  const { host, store, objects, clock, log, events, engineOptions, installer, work, languageModel } = parts;
  const { keyUsage, localIdentity, identityProviders, lan } = parts;
  const { media, transcode, joinClips } = work;
  const dataFolder = host.folders.data;

  // Account
  const authenticator = new Authenticator({ store, clock, uses: keyUsage, providers: () => identityProviders });
  const keys = createKeysService({ store, clock, authenticator, uses: keyUsage });
  const idempotency = await openIdempotency({ store, secrets: host.secrets, clock });
  const usage = createUsageService(store);
  const profile = createProfileService(store);
  const notifications = createNotificationsService(store);

  // Engines and embeddings
  const models = createModelsService({ installer, options: engineOptions, notifications });
  const answeringEngines = () => answeringSettings(store, engineOptions.engineSettings());
  const embedder = createEmbedder({
    media,
    log,
    settings: answeringEngines,
    engineId: () => activeEmbeddings(store)?.engineId,
  });
  const embeddingIndex = createEmbeddingIndex({
    store,
    media,
    log,
    options: engineOptions,
    isBusy: store.videos.isAnyProcessing,
    notify: (message) => void notifications.notify(authenticator.localUser(), message),
  });

  // Stored files
  const links = createLinks(new UrlSigner(await signingSecret(host.secrets)), clock);
  const stills = createStillFiles(dataFolder);
  const sourceFiles = createSourceFiles({ store, objects, log });
  const source = createSourceService({ store, objects, files: sourceFiles, media, log });
  const editedFiles = createEditedFiles({ source });
  const thumbnails = createThumbnails({ source, stills, media, log });
  const proxyFiles = createProxyFiles(dataFolder);
  await proxyFiles.removeOrphans();
  const proxies = createProxyService({ store, source, files: proxyFiles, log, transcode });
  const pictures = createDerivedPictures({ store, source, stills, log, rebuild: work.rebuildPictures });
  resources.defer(pictures.close);
  const clipFolder = createClipFolder(dataFolder);
  await clipFolder.removeOrphans();
  const installationKey = await openInstallationKey(host.secrets, dataFolder);
  const exports = createExportsService({ store, key: installationKey });
  const faceBlur = createFaceBlur(store);
  const peopleChoice = createPeopleChoice(store);
  const clips = createClipService({
    store,
    source,
    folder: clipFolder,
    log,
    transcode,
    joinClips,
    blurOf: faceBlur.tracksOf,
    onExported: exports.recordClips,
  });

  const storageOptions = createStorageOptions(store);
  const backups = createBackupService({
    store,
    dataFolder,
    clock,
    log,
    options: storageOptions.get,
    restart: parts.restart,
    seal: parts.backupSeal,
  });
  resources.defer(backups.close);

  const appearanceIndex = createAppearanceIndex({ store, log, isBusy: store.videos.isAnyProcessing });
  resources.defer(appearanceIndex.close);
  const termUpdate = createTermUpdatePass({ store, log });
  resources.defer(termUpdate.close);
  const visualIndex = createVisualIndex({
    store,
    stills,
    media,
    log,
    isBusy: store.videos.isAnyProcessing,
    described: appearanceIndex.check,
  });
  resources.defer(visualIndex.close);
  const frameIndex = createFrameIndex({
    store,
    stills,
    media,
    log,
    settings: engineOptions.engineSettings,
    isBusy: store.videos.isAnyProcessing,
    notify: (message) => void notifications.notify(authenticator.localUser(), message),
  });
  resources.defer(frameIndex.close);
  const checkIndexes = () => {
    embeddingIndex.check();
    visualIndex.check();
    appearanceIndex.check();
    frameIndex.check();
  };
  // A chosen model may be installed after it was chosen.
  installer.onState((_, { status }) => {
    if (status !== 'installed') return;
    embeddingIndex.check();
    frameIndex.modelsChanged();
  });

  // Analysis jobs
  const disk = createDiskSpace(dataFolder, () => storageOptions.get().min_free_bytes, parts.freeBytes);
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
          engines: answeringEngines,
          describe: work.describeModules,
          sourcePath: async (video, options) =>
            (await source.open(video, { ...options, waitMs: Number.POSITIVE_INFINITY })).file,
          stillsFolder: (video) => stills.folder(video.jobId),
          onRunEnd: checkIndexes,
          concurrency: () => parts.concurrency ?? gate.settings().concurrency,
          hasMemory: hasMemoryForAnalysis,
          gate,
          disk,
          // Nobody follows the analysis of a single command.
          startsWithPreview: parts.isLongLived,
        });
  const relink = createRelinkService({
    store,
    objects,
    files: sourceFiles,
    source,
    options: storageOptions.get,
    async dropDerived(jobId) {
      await stills.remove(jobId);
      await proxies.drop(jobId);
    },
  });
  resources.defer(jobs.close);
  const processing = createProcessingService({
    store,
    source,
    jobs,
    relink,
    thumbnails: parts.isLongLived ? thumbnails : null,
    requireSpeech: createSpeechCheck(installer, engineOptions),
  });

  // Library
  const projects = createProjectsService(store);
  const videos = createVideosService({ store, jobs, links, stills, proxies });
  const results = createResultsService(store);
  const segments = createSegmentsService(store, embedder, clock, embeddingIndex.check);
  const staging = createStaging({ dataFolder, store, stills });
  await staging.removeOrphans();
  const bundles = createBundleService({
    store,
    objects,
    files: sourceFiles,
    results,
    stills,
    staging,
    relink,
    clock,
    log,
    version: host.version,
    key: installationKey,
    checkVectors: createVectorCheck(embedder),
    changed: checkIndexes,
  });
  const speakers = createSpeakersService(store);
  const transcripts = createTranscriptsService(store, embeddingIndex.check);
  const pendingCopies = createPendingCopies({
    store,
    objects,
    files: sourceFiles,
    log,
    isResuming: parts.isLongLived,
  });
  resources.defer(pendingCopies.close);
  const storage = createUploadService({
    store,
    objects,
    links,
    source,
    files: sourceFiles,
    copies: pendingCopies,
    options: storageOptions.get,
    uploadLimitBytes: () => parts.uploadLimitBytes ?? MAX_UPLOAD_BYTES,
    pace: parts.uploadPace,
    release: work.release,
    dataFolder: host.folders.data,
  });
  const queue = createQueueService({ store, gate, jobs, hasRoom: disk.hasRoom });
  const watchFolders = createWatchFoldersService({
    store,
    uploads: storage,
    processing,
    relink,
    dataFolder,
    clock,
    log,
    isWatching: parts.isLongLived,
  });
  resources.defer(watchFolders.close);
  const storageUse = createStorageUsage({
    store,
    objects,
    files: sourceFiles,
    stills,
    proxies,
    dataFolder,
    modelsFolder: modelsFolder(dataFolder),
  });

  const stories = createStoriesService(store);
  const moments = createMomentsService(store);
  const trash = createTrashService({
    store,
    videos,
    moments,
    stories,
    clock,
    log,
    deleteFile: storage.deleteFile,
    sizeOf: storageUse.trash,
  });
  resources.defer(trash.close);

  // Evidence
  const stillHashes = createStillHashes(stills);
  const citations = createCitationsService({ store, files: sourceFiles, stills: stillHashes });
  const documents = createDocumentWriter({ stills, hashes: stillHashes, media, exports });
  const claims = createClaimsService({ store, files: sourceFiles, stills: stillHashes, citations });
  const manifests = createManifestsService({
    store,
    source,
    files: sourceFiles,
    key: installationKey,
    version: host.version,
    clock,
  });

  // Search and chat
  const frameModel = () => engineOptions.get().frame_model;
  const frameSearch = createFrameSearch({
    store,
    embedder: createEmbedder({
      media: { embed: (texts) => media.embedForFrames(texts, engineOptions.engineSettings()) },
      log,
      settings: engineOptions.engineSettings,
      engineId: () => activeFrameEngine(store, frameModel()),
    }),
    isOn: () => frameModel() !== null,
  });
  const search = createSearchService(store, embedder, frameSearch);
  const savedSearches = createSavedSearchesService(store);
  const newHits = createNewHits({ store, search, moments, events, log });
  resources.defer(newHits.close);
  const visualSearch = createVisualSearch({ store, media, stills, links, search });
  const agent = createChatAgent({
    store,
    results,
    search,
    log,
    languageModel,
    citationIds: citations.idsOf,
    embed: embedder.embed,
  });

  // Sharing
  const tokens = await openShareTokens(host.secrets);
  const storyClips = createStoryClips({ dataFolder, source, log, transcode, tracksOf: faceBlur.tracksOf });
  const sharedStories = createSharedStories({ store, stories, links, stills, clips: storyClips });
  resources.defer(sharedStories.close);
  const copies = createBlurredCopies({
    dataFolder,
    store,
    source,
    stills,
    log,
    transcode,
    blurStills: work.blurStills,
    tracksOf: faceBlur.tracksOf,
  });
  resources.defer(copies.close);
  const sharedVideos = createSharedVideos({
    links,
    results,
    stills,
    proxies,
    manifests,
    citations,
    copies,
    moments,
    files: sourceFiles,
    key: installationKey,
    people: peopleChoice,
  });
  const reports = createReportsService({
    store,
    source,
    proxies,
    clock,
    tokens,
    log,
    copies,
    stories: sharedStories,
    videos: sharedVideos,
    people: peopleChoice,
    checkBlur: faceBlur.tracksOf,
  });
  // Blurred files of links wait for an analysis of people.
  resources.defer(events.subscribeAll((_jobId, { name }) => name === 'completed' && reports.ensureFiles()));
  const mediaFiles = createMediaFiles({ store, objects, links, source, thumbnails, stills, proxies, reports });
  const windowFiles = createWindowFiles(host.folders.window);
  const sharing = createSharingService({ store, clock, log, reports, mediaFiles, windowFiles, lan });

  // Webhooks
  const webhookSecrets = await openWebhookSecrets(host.secrets);
  const sender = createSender({
    ...parts.webhooks,
    version: host.version,
    isOffline: engineOptions.isOffline,
    ownPorts: () => [...parts.ownPorts(), ...sharing.ports()],
  });
  const dispatcher = createDispatcher({ store, clock, log, secrets: webhookSecrets, sender });
  resources.defer(dispatcher.close);
  const webhooks = createWebhooksService({ store, clock, secrets: webhookSecrets, sender, dispatcher });

  resources.defer(proxies.close);
  resources.defer(clips.close);
  resources.defer(embeddingIndex.close);
  resources.defer(sourceFiles.close);

  const libraryState = createLibraryState({ disk, backups });
  const integrity = setTimeout(() => {
    void checkIntegrity({ store, clock, log, reportDamage: libraryState.reportDamage });
  }, INTEGRITY_CHECK_MS);
  resources.defer(() => clearTimeout(integrity));

  const updates = createUpdatesService({
    store,
    clock,
    log,
    version: host.version,
    source: host.versionFile,
    send: host.fetch,
    isOffline: engineOptions.isOffline,
  });
  resources.defer(updates.close);

  const services: Services = {
    version: host.version,
    attachedClients: createAttachedClients(),
    about: createAboutService({
      host,
      engineOptions,
      key: installationKey,
      modules: jobs.modules,
      decoding: () => lastDecoding(store),
    }),
    updates,
    identity: localIdentity,
    authenticator,
    keys,
    idempotency,
    usage,
    profile,
    notifications,
    models,
    engineOptions,
    embeddingIndex,
    frameIndex,
    events,
    processing,
    proxies,
    clips,
    libraryEvents: createLibraryEvents(store, events, stories, savedSearches),
    projects,
    videos,
    histories: createHistoriesService(store),
    analyses: createAnalysesService(store, embeddingIndex.check),
    installationKey,
    manifests,
    exports,
    citations,
    claims,
    videoMedia: createVideoMediaService({ store, source, files: sourceFiles, stills, pictures }),
    results,
    segments,
    transcripts,
    speakers,
    people: createPeopleService(store),
    faceBlur,
    moments,
    trash,
    tags: createTagsService(store),
    savedSearches,
    newHits,
    watchFolders,
    queue,
    videoExports: createVideoExportService({
      videoOf: (userId, jobId) => requireFound(store.videos.get(userId, jobId), 'video'),
      results,
      documents,
      moments,
      manifests,
      citations,
      people: peopleChoice,
      files: editedFiles,
    }),
    documents,
    stories,
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
    uploads: storage,
    sourceFiles,
    relink,
    storageUsage: storageUse,
    storageOptions,
    backups,
    bundles,
    libraryState,
    search,
    visualIndex,
    visualSearch,
    appearanceIndex,
    termUpdate,
    appearances: createAppearances({ store, links }),
    chat: createChatSessions(store),
    agent,
    reports,
    mediaFiles,
    windowFiles,
    sharing,
    webhooks,
    agentSettings: createAgentSettings(store),
    brandWords: createBrandWordsService(store),
    brandRescan: createBrandRescanService({ store, jobs }),
    referenceLogos: createReferenceLogosService({ store, media }),
    dashboard: createDashboardService({ profile, keys, usage, videos, projects }),
    enterprise: createEnterpriseService({ projects, storage, processing, results, agent }),
  };
  const collectGarbage = (signal: AbortSignal) =>
    deleteOrphans({ store, objects, stills, proxyFiles, media, clock, log, signal });
  return { services, collectGarbage, interruptJobs: jobs.interrupt };
}

/** Returns the key that signs URLs, creating it on first start. */
async function signingSecret(secrets: SecretStore): Promise<Buffer> {
  const name = 'url-signing-key';
  const stored = await secrets.get(name);
  if (stored) return Buffer.from(stored, 'hex');
  const secret = randomBytes(32);
  await secrets.set(name, secret.toString('hex'));
  return secret;
}
