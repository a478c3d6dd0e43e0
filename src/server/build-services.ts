import { randomBytes } from 'node:crypto';
import type { Logger } from '../base/logger.ts';
import type { Clock } from '../base/time.ts';
import { UPLOAD_LIMIT_BYTES } from '../contract/storage.ts';
import type { Store } from '../db/index.ts';
import type { VideoRow } from '../db/schema.ts';
import type { GeneratingEngine } from '../models/engine.ts';
import type { Installer } from '../models/installer/index.ts';
import type { ObjectStore } from '../storage/object-store.ts';
import { UrlSigner } from '../storage/url-signer.ts';
import { Authenticator } from './account/authenticator.ts';
import type { IdentityProvider } from './account/identity.ts';
import type { KeyUses } from './account/key-usage.ts';
import { createKeysService } from './account/keys.ts';
import type { LocalIdentity } from './account/local-identity.ts';
import { createNotificationsService } from './account/notifications.ts';
import { createProfileService } from './account/profile.ts';
import { createUsageService } from './account/usage.ts';
import { createBrandsApplyService } from './brands/brand-rescan.ts';
import { createBrandWordsService } from './brands/brand-words.ts';
import { createReferenceLogosService } from './brands/reference-logos.ts';
import { createChatAgent } from './chat/agent.ts';
import { createChatSessions } from './chat/sessions.ts';
import { createClipFolder } from './clips/clip-folder.ts';
import { createClipService } from './clips/clip-service.ts';
import { createEmbedder } from './embeddings/embedder.ts';
import { activeEmbeddings, answeringSettings } from './embeddings/embedding-choice.ts';
import { createEmbeddingIndex } from './embeddings/embedding-index.ts';
import type { EngineOptionsService } from './engines/engine-options.ts';
import { createModelsService } from './engines/models.ts';
import { createEnterpriseService } from './enterprise/enterprise-service.ts';
import { createAboutService } from './hosting/about.ts';
import type { Host, SecretStore } from './hosting/host.ts';
import type { Services } from './http/services.ts';
import { createWindowFiles } from './http/serving/window-files.ts';
import { createLibraryEvents } from './http/streams/library-stream.ts';
import type { JobEvents } from './jobs/job-events.ts';
import { createProcessingService } from './jobs/processing.ts';
import type { JobService, MediaService } from './jobs/types.ts';
import { createDashboardService } from './library/dashboard.ts';
import { sweepLeftovers } from './library/garbage-collection.ts';
import { createLinks } from './library/links.ts';
import { createMediaFiles } from './library/media-files.ts';
import { createProjectsService } from './library/projects.ts';
import { createResultsService } from './library/results.ts';
import { createSegmentsService } from './library/segments.ts';
import { createSourceService } from './library/sources.ts';
import { createStillFiles } from './library/stills.ts';
import { createStorageUse } from './library/storage-usage.ts';
import { createPosters } from './library/thumbnails.ts';
import { createStorageService } from './library/uploads.ts';
import { createVideoMediaService } from './library/video-media.ts';
import { createVideosService } from './library/videos.ts';
import { createProxyFiles } from './proxies/proxy-files.ts';
import { createProxyService } from './proxies/proxy-service.ts';
import { createSearchService } from './search/search-service.ts';
import { createReportsService } from './sharing/reports.ts';
import { createSharingService, type LanOptions } from './sharing/sharing-service.ts';
import type { Transcoder } from './workers/transcoder.ts';

/** What the job queue needs to know of stored files. */
export interface JobFiles {
  /** @throws ReelscopeError `not_ready` */
  sourcePath(video: VideoRow): Promise<string>;
  stillsFolder(video: VideoRow): Promise<string>;
  /** A run has ended. */
  settled(): void;
}

export interface ServiceParts {
  host: Host;
  store: Store;
  objects: ObjectStore;
  clock: Clock;
  log: Logger;
  events: JobEvents;
  media: MediaService;
  transcode?: Transcoder | undefined;
  createJobs(files: JobFiles): JobService;
  identity: LocalIdentity;
  providers: readonly IdentityProvider[];
  uses: KeyUses;
  languageModel: () => Promise<GeneratingEngine | null>;
  uploadLimitBytes?: number | undefined;
  engineOptions: EngineOptionsService;
  installer: Installer;
  lan: LanOptions;
}

/** What is wired together. */
export interface Built {
  services: Services;
  jobs: JobService;
  /** Throws away what nothing leads to any more. Never rejects. */
  sweep(signal: AbortSignal): Promise<void>;
}

/** Wires everything that routes may call. */
export async function buildServices(parts: ServiceParts): Promise<Built> {
  const { host, store, objects, clock, log, events, media, uses, identity } = parts;
  const links = createLinks(new UrlSigner(await signingSecret(host.secrets)), clock);
  const stills = createStillFiles(host.folders.data);
  const source = createSourceService({ store, objects, media });
  const posters = createPosters({ source, stills, media, log });
  const proxyFiles = createProxyFiles(host.folders.data);
  await proxyFiles.sweep();
  const proxies = createProxyService({ store, source, files: proxyFiles, log, transcode: parts.transcode });
  const clipFolder = createClipFolder(host.folders.data);
  await clipFolder.sweep();
  const jobs = parts.createJobs({
    sourcePath: async (video) => (await source.open(video)).file,
    stillsFolder: (video) => stills.folder(video.jobId),
    settled: () => embeddingIndex.check(),
  });

  const authenticator = new Authenticator({ store, clock, uses, providers: () => [identity, ...parts.providers] });
  const uploadLimitBytes = () => parts.uploadLimitBytes ?? UPLOAD_LIMIT_BYTES;
  const storage = createStorageService({ store, objects, links, source, uploadLimitBytes });
  const processing = createProcessingService({ store, source, jobs, posters });
  const results = createResultsService(store);
  const embedder = createEmbedder({
    media,
    log,
    settings: () => answeringSettings(store, parts.engineOptions.forWorker()),
    tag: () => activeEmbeddings(store)?.tag,
  });
  const search = createSearchService(store, embedder);
  const agent = createChatAgent({ store, results, search, log, languageModel: parts.languageModel });
  const reports = createReportsService({ store, links, results, source, stills, proxies, clock });
  const mediaFiles = createMediaFiles({ store, objects, links, source, stills, proxies, reports });
  const windowFiles = createWindowFiles(host.folders.window);
  const videos = createVideosService({ store, jobs, links, stills, proxies });
  const keys = createKeysService({ store, authenticator, uses });
  const usage = createUsageService(store);
  const profile = createProfileService(store);
  const projects = createProjectsService(store);
  const notifications = createNotificationsService(store);
  const embeddingIndex = createEmbeddingIndex({
    store,
    media,
    log,
    options: parts.engineOptions,
    isBusy: store.videos.isAnyProcessing,
    tell: (message) => void notifications.notify(authenticator.localUser(), message),
  });
  // A model that was chosen before it was there.
  parts.installer.onState((_, { status }) => {
    if (status === 'installed') embeddingIndex.check();
  });

  const services: Services = {
    version: host.version,
    about: createAboutService({ host, engineOptions: parts.engineOptions, modules: () => jobs.modules() }),
    identity,
    authenticator,
    events,
    libraryEvents: createLibraryEvents(store, events),
    keys,
    storage,
    storageUse: createStorageUse({ store, objects, stills, proxies, dataFolder: host.folders.data }),
    windowFiles,
    mediaFiles,
    processing,
    proxies,
    clips: createClipService({ store, source, folder: clipFolder, log, transcode: parts.transcode }),
    videos,
    videoMedia: createVideoMediaService({ store, source, stills }),
    results,
    segments: createSegmentsService(store, embedder, () => embeddingIndex.check()),
    search,
    chat: createChatSessions(store),
    agent,
    reports,
    sharing: createSharingService({ store, clock, log, reports, mediaFiles, windowFiles, lan: parts.lan }),
    usage,
    notifications,
    models: createModelsService({ installer: parts.installer, options: parts.engineOptions, notifications }),
    engineOptions: parts.engineOptions,
    embeddingIndex,
    brandWords: createBrandWordsService(store),
    brandsApply: createBrandsApplyService({ store, jobs }),
    referenceLogos: createReferenceLogosService({ store, media }),
    profile,
    projects,
    dashboard: createDashboardService({ profile, keys, usage, videos, projects }),
    enterprise: createEnterpriseService({ projects, storage, processing, results, agent }),
  };
  const sweep = (signal: AbortSignal) =>
    sweepLeftovers({ store, objects, stills, proxyFiles, media, clock, log, signal });
  return { services, jobs, sweep };
}

/** The key of signed addresses, made on the first start. */
async function signingSecret(secrets: SecretStore): Promise<Buffer> {
  const name = 'url-signing-key';
  const stored = await secrets.get(name);
  if (stored) return Buffer.from(stored, 'hex');
  const secret = randomBytes(32);
  await secrets.set(name, secret.toString('hex'));
  return secret;
}
