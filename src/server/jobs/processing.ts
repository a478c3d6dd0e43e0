import { uuidV7 } from '../../base/ids.ts';
import type { JobStatus } from '../../contract/analysis/job.ts';
import {
  DEFAULT_MODULES,
  MODULE_CATALOG,
  type ModuleInfo,
  type ModuleName,
  OPT_IN_MODULES,
} from '../../contract/analysis/modules.ts';
import type {
  JobAccepted,
  RegisterAndProcessResponse,
  RegisterUploadResponse,
  SpeechOptions,
} from '../../contract/analysis/processing.ts';
import { ReelscopeError } from '../../contract/errors.ts';
import { sentence } from '../../core/texts/sentence.ts';
import type { Store } from '../../db/index.ts';
import type { NewVideo } from '../../db/repositories/videos.ts';
import type { VideoRow } from '../../db/schema.ts';
import { formatObjectPath, parseObjectPath } from '../../storage/paths.ts';
import { parseId, requireFound, requireVideo } from '../errors/lookup.ts';
import { requireIdle } from '../errors/open-job.ts';
import type { AnalysisOptions } from '../library/analysis-options.ts';
import { displayName } from '../library/display-name.ts';
import { chosenTracks } from '../library/files/chosen-tracks.ts';
import type { RelinkService } from '../library/files/relink.ts';
import type { SourceService } from '../library/files/sources.ts';
import { readSelection } from '../library/module-selection.ts';
import type { Thumbnails } from '../library/thumbnails.ts';
import type { MediaInfoWire } from '../workers/types.ts';
import { isDone } from './is-done.ts';
import type { JobService } from './types.ts';
import { isConnected, writingTime } from './writing-times.ts';

export type ProcessingService = ReturnType<typeof createProcessingService>;

export interface RunOptions extends AnalysisOptions {
  /** Defaults to the video's own selection, otherwise to all available modules. */
  modules?: ModuleName[] | undefined;
  /** Keeps the modules that a canceled run had finished. */
  isResumed?: boolean | undefined;
  /** Starts nothing if the last analysis did the same. */
  unlessDone?: boolean | undefined;
  action: 'process' | 'reprocess';
}

interface ProcessingParts {
  store: Store;
  source: SourceService;
  jobs: JobService;
  /** Null where nobody looks at a video before its analysis, which makes a thumbnail too. */
  thumbnails: Thumbnails | null;
  relink: Pick<RelinkService, 'exchange'>;
  requireSpeech(options: SpeechOptions): Promise<void>;
  /** Seconds of sound that speech recognition takes per second on this machine; null before it ran. */
  speechSpeed(): Promise<number | null>;
}

/** Registers stored files as videos and queues them for analysis. */
export function createProcessingService(parts: ProcessingParts) {
  const { store, source, jobs, relink } = parts;
  const { register, create } = createRegistration(parts);
  const { start, isDoneNow } = createAnalysisStart(parts);

  const accepted = ({ job_id, status }: JobStatus): JobAccepted => ({
    job_id,
    status,
    message: sentence('video.started').message,
  });

  return {
    start,

    /**
     * Registers a file and, in the same call, queues its analysis: a client may be gone before it could ask for that.
     * @param wanted project of a new video; modules to run unless the video was analyzed or queued before
     * @throws ReelscopeError `forbidden`, `not_found`, `unreadable_media` (and then nothing is registered); the errors
     *   of a start, after which the video is registered
     */
    async registerUpload(
      userId: number,
      filePath: string,
      fileName: string,
      { projectId, modules }: { projectId?: string | undefined; modules?: ModuleName[] | undefined } = {},
    ): Promise<RegisterUploadResponse> {
      const project = projectId === undefined ? null : ownProject(store, userId, projectId).id;
      const { video, alreadyExists } = await register(userId, filePath, fileName, { projectId: project });
      if (modules && video.status === 'uploaded') await start(userId, video.jobId, { modules, action: 'process' });
      return { success: true, job_id: video.jobId, alreadyExists };
    },

    /** Registers a video whose file has not been uploaded yet. */
    registerExpected(userId: number, filePath: string, name: string, extra: Partial<NewVideo>): VideoRow {
      return create(userId, formatObjectPath(parseObjectPath(filePath, userId)), name, extra);
    },

    async registerAndProcess(
      userId: number,
      request: AnalysisOptions & { filePath: string; fileName?: string | undefined; modules: ModuleName[] },
    ): Promise<RegisterAndProcessResponse> {
      const { fileName } = parseObjectPath(request.filePath, userId);
      const { video, alreadyExists } = await register(userId, request.filePath, request.fileName ?? fileName);
      const { filePath: _, fileName: __, ...run } = request;
      const started = accepted(await start(userId, video.jobId, { ...run, action: 'process' }));
      const name = request.fileName === undefined ? video.name : displayName(request.fileName);
      if (name !== video.name) store.videos.update(userId, video.jobId, { name });
      return { ...started, alreadyExists };
    },

    /** @param storagePath new source file for the video */
    async process(
      userId: number,
      jobId: string,
      options: Omit<RunOptions, 'action'> & { storagePath?: string | undefined },
    ): Promise<JobAccepted> {
      const { storagePath, ...run } = options;
      const video = requireVideo(store, userId, jobId);
      if (storagePath !== undefined && storagePath !== video.storagePath) {
        const path = parseObjectPath(storagePath, userId);
        requireIdle(video);
        const facts = await source.examine(path);
        const holder = store.videos.getByStoragePath(userId, storagePath);
        if (holder) throw new ReelscopeError('conflict', sentence('video.source-used'));
        await relink.exchange(video, storagePath, facts);
      }
      if (run.unlessDone && (await isDoneNow(userId, jobId, run))) {
        return { job_id: video.jobId, status: 'completed', message: sentence('video.already-done').message };
      }
      return accepted(await start(userId, jobId, { ...run, action: 'process' }));
    },

    reprocess: async (userId: number, jobId: string, options: Omit<RunOptions, 'action'>): Promise<JobAccepted> =>
      accepted(await start(userId, jobId, { ...options, action: 'reprocess' })),

    status: (userId: number, jobId: string): Promise<JobStatus> => jobs.status(userId, jobId),
    cancel: (userId: number, jobId: string): Promise<JobStatus> => jobs.cancel(userId, jobId),
    cancelAll: async (userId: number) => ({ canceled: await jobs.cancelAll(userId) }),
    moveFirst: (userId: number, jobId: string): Promise<JobStatus> => jobs.moveFirst(userId, jobId),

    /**
     * Modules that can be chosen; those that a user must turn on only for a project where they are on. @throws
     * ReelscopeError `not_found`
     */
    modules: (userId?: number, projectId?: string): Promise<ModuleInfo[]> => modulesFor(parts, userId, projectId),
  };
}

function ownProject(store: Store, userId: number, projectId: string) {
  return requireFound(store.projects.get(userId, parseId(projectId, 'project')), 'project');
}

async function modulesFor({ store, jobs, speechSpeed }: ProcessingParts, userId?: number, projectId?: string) {
  const project = projectId === undefined ? undefined : ownProject(store, userId!, projectId);
  const isOn = project !== undefined && store.people.enabledAt(project.id) !== null;
  const modules = (await jobs.modules()).filter(({ name }) => isOn || !OPT_IN_MODULES.has(name));
  const speed = await speechSpeed();
  return modules.map((module): ModuleInfo => {
    const { name, engine } = module;
    if (name === 'transcription') return { ...module, seconds_per_minute: speed && 60 / speed };
    if (!MODULE_CATALOG[name].isDerived || !isConnected(engine)) return module;
    return { ...module, seconds_per_minute: writingTime(store, engine, name) };
  });
}

/** Makes videos of files. */
function createRegistration({ store, source, thumbnails }: ProcessingParts) {
  /** The video of a file; out of the trash, since it is wanted again. */
  const registered = (userId: number, filePath: string): VideoRow | undefined => {
    const video = store.videos.getByStoragePath(userId, filePath);
    return video && store.videos.restore(userId, video.jobId);
  };

  const create = (userId: number, storagePath: string, name: string, extra: Partial<NewVideo>): VideoRow =>
    store.videos.create(userId, {
      jobId: uuidV7(),
      name: displayName(name),
      selectedInsights: '[]',
      ...extra,
      storagePath,
    });

  /** Registers one video per file: a second, even concurrent, call returns the first one's. */
  const register = async (userId: number, filePath: string, name: string, extra: Partial<NewVideo> = {}) => {
    const path = parseObjectPath(filePath, userId);
    const known = registered(userId, filePath);
    if (known) return { video: known, alreadyExists: true };
    const facts = await source.examine(path);
    const meanwhile = registered(userId, filePath);
    if (meanwhile) return { video: meanwhile, alreadyExists: true };
    const video = create(userId, filePath, name, { ...extra, ...facts });
    await thumbnails?.ensure(video);
    return { video, alreadyExists: false };
  };

  return { register, create };
}

/** Starts analyses. */
function createAnalysisStart({ store, source, jobs, requireSpeech }: ProcessingParts) {
  const arePeopleOn = ({ projectId }: VideoRow): boolean =>
    projectId !== null && store.people.enabledAt(projectId) !== null;

  const selection = async (video: VideoRow, modules: ModuleName[] | undefined): Promise<ModuleName[]> => {
    if (modules) return modules;
    const own = readSelection(video.selectedInsights).filter((name) => name !== 'people' || arePeopleOn(video));
    if (own.length > 0) return own;
    const available = (await jobs.modules()).filter((module) => module.available).map((module) => module.name);
    const chosen = available.filter((name) => !OPT_IN_MODULES.has(name));
    return chosen.length > 0 ? chosen : [...DEFAULT_MODULES];
  };

  /** @throws ReelscopeError `not_found`, `conflict`, `not_ready`, `unreadable_media`, `quota_exceeded`, `people_off` */
  const start = async (userId: number, jobId: string, options: RunOptions): Promise<JobStatus> => {
    const video = requireVideo(store, userId, jobId);
    requireIdle(video);
    if (options.modules?.includes('people') && !arePeopleOn(video))
      throw new ReelscopeError('people_off', sentence('people.off'));
    await source.require(video);
    if (options.speech && hasSound(requireVideo(store, userId, jobId))) await requireSpeech(options.speech);
    const tracks = await chosenTracks(video, options, source);
    return jobs.start(userId, video.jobId, {
      modules: await selection(video, options.modules),
      action: options.action,
      ...(options.initialPrompt !== undefined && { initialPrompt: options.initialPrompt }),
      ...(options.speakerCount !== undefined && { speakerCount: options.speakerCount }),
      ...(options.speech !== undefined && { speech: options.speech }),
      ...(options.textLanguages !== undefined && { textLanguages: options.textLanguages }),
      ...(tracks !== undefined && { tracks }),
      ...(options.depth !== undefined && { depth: options.depth }),
      ...(options.isResumed && { isResumed: true }),
    });
  };

  const isDoneNow = async (userId: number, jobId: string, { modules, ...options }: Omit<RunOptions, 'action'>) => {
    const view = store.jobs.get(userId, jobId);
    if (!view || !modules) return false;
    const unavailable = (await jobs.modules()).filter(({ available }) => !available).map(({ name }) => name);
    return isDone(view, { ...options, modules }, new Set(unavailable));
  };

  return { start, isDoneNow };
}

/** Whether a file may have speech: one without sound needs no model for it. */
function hasSound({ media }: VideoRow): boolean {
  return media === null || (JSON.parse(media) as MediaInfoWire).audio !== null;
}
