import { createLogger } from '../base/logger.ts';
import { systemClock } from '../base/time.ts';
import type { Store } from '../db/index.ts';
import { acquireLock } from '../db/lock.ts';
import type { GeneratingEngine } from '../models/engine.ts';
import type { Pace } from '../storage/receive.ts';
import type { LocalIdentity } from './account/local-identity.ts';
import { buildServices } from './build-services.ts';
import { connectLanguageModel } from './chat/connect.ts';
import { errorBody, toReelscopeError } from './errors/error-response.ts';
import { retryHeaders } from './errors/retry-after.ts';
import { type Foundation, type FoundationOptions, openFoundation } from './foundation.ts';
import { CloseStack } from './hosting/close-stack.ts';
import { dataFolderError } from './hosting/data-folder-error.ts';
import type { Host } from './hosting/host.ts';
import { keepLockFile } from './hosting/keep-lock-file.ts';
import { DEFAULT_PORT } from './hosting/port.ts';
import { closeFolder } from './hosting/private-files.ts';
import { disableTelemetry } from './hosting/telemetry.ts';
import { createApp } from './http/app.ts';
import type { Services } from './http/context/services.ts';
import { listen, type RequestHandler } from './http/listener.ts';
import { HTTP_LIMITS, type HttpLimits } from './http/serving/http-limits.ts';
import { type Activity, createActivity } from './jobs/activity.ts';
import { JobEvents } from './jobs/job-events.ts';
import { createReopenable, type Restart } from './reopenable.ts';
import type { LanOptions } from './sharing/sharing-service.ts';
import type { SenderOptions } from './webhooks/sender.ts';
import type { WorkerPool } from './worker-pool.ts';
import { createWorkerProcesses } from './workers/worker-processes.ts';

export interface StartOptions extends FoundationOptions {
  /** Port on 127.0.0.1; 0 for any free port. */
  port?: number;
  /** Origins of web pages that may call the server, in addition to its own. */
  trustedOrigins?: readonly string[];
  /**
   * Whether somebody may watch (default true). A server of a single command leaves folders and unfinished copies to
   * others, and makes neither first looks nor thumbnails before the analysis.
   */
  isLongLived?: boolean;
  /** Number of analyses that run at once (default: the setting of the queue). */
  concurrency?: number;
  /** Maximum size of one upload, in bytes (default 50 GB). */
  uploadLimitBytes?: number;
  /** Minimum pace of an upload; for tests. */
  uploadPace?: Pace;
  /** Limits of requests and connections; for tests. */
  httpLimits?: Partial<HttpLimits>;
  /** Replaces the free space of the disk; for tests. */
  freeBytes?: () => number;
  /** Replaces the language model named in the settings; for tests. */
  languageModel?: () => Promise<GeneratingEngine | null>;
  /** Replaces the network; for tests. */
  lan?: LanOptions;
  /** Replaces the name server of webhooks; for tests. */
  webhooks?: SenderOptions;
  /** Replaces the worker processes; for tests. */
  work?: (foundation: Foundation) => WorkerPool;
}

export interface RunningServer {
  /** `http://127.0.0.1:<port>` */
  readonly url: string;
  /** Base URL of the API: `url` followed by `/api`. */
  readonly apiUrl: string;
  readonly port: number;
  readonly services: Services;
  /** Current activity, for hosts that display it. */
  readonly activity: Activity;
  /** Absolute path of a source file of the local user's video; undefined when the file is missing. */
  sourceFile(jobId: string): Promise<string | undefined>;
  /** Issues a token for the local user. */
  localToken(): Promise<{ token: string; expiresMs: number }>;
  /** Waits until the last command of another process that uses this server has left, then takes no others. */
  guestsLeft(signal?: AbortSignal): Promise<void>;
  /**
   * Queues running jobs again before it returns, since the system is about to end the process.
   * @returns continues them, if it did not
   */
  interruptJobs(): () => void;
  close(): Promise<void>;
}

/**
 * Indexing starts a worker and loads an engine, which must not delay the window's first page, nor commands, most of
 * which are short.
 */
const INDEXING_DELAY_MS = { window: 500, command: 5000 };

/** The opened library with everything built on it; replaced as a whole when a backup is restored. */
interface Instance {
  services: Services;
  store: Store;
  localIdentity: LocalIdentity;
  localUser: number;
  fetch: RequestHandler;
  interruptJobs(): () => void;
  close(): Promise<void>;
}

/**
 * Starts the server. One process owns a data folder at a time.
 * @throws ReelscopeError `conflict` when the folder or the port is taken; `forbidden`, `storage_full` when the folder
 * can't be used
 */
export async function startServer(host: Host, options: StartOptions = {}): Promise<RunningServer> {
  disableTelemetry();
  const { data } = host.folders;
  const log = createLogger(host.log);
  const resources = new CloseStack();
  try {
    const ownership = acquireLock(data);
    resources.defer(() => ownership.release());
    if (!closeFolder(data)) log.warn('other accounts of this computer can read the data folder', { folder: data });
    const events = new JobEvents();
    const ports: number[] = [];
    const library = await createReopenable((restart) => openInstance(host, options, events, restart, ports));
    resources.defer(() => library.close());

    const handle: RequestHandler = (...request) => {
      try {
        return library.current.fetch(...request);
      } catch (thrown) {
        const error = toReelscopeError(thrown);
        return Response.json(errorBody(error, 'none'), { status: error.status, headers: retryHeaders(error) });
      }
    };
    const listening = await listen(
      handle,
      options.port ?? DEFAULT_PORT,
      options.trustedOrigins ?? [],
      httpLimitsOf(options),
    );
    resources.defer(() => listening.close());
    ports.push(listening.port);
    // Streams of the library before would never end.
    library.onReopened((atMs) => {
      events.restart();
      listening.endResponses(atMs);
    });

    const url = `http://127.0.0.1:${listening.port}`;
    const running = {
      url,
      apiUrl: `${url}/api`,
      port: listening.port,
      get services() {
        return library.current.services;
      },
      activity: createActivity(() => library.present, events),
      sourceFile: (jobId: string) => {
        const { services, localUser } = library.current;
        return services.videoMedia.sourceFile(localUser, jobId);
      },
      localToken: () => library.current.localIdentity.issue(),
      guestsLeft: (signal?: AbortSignal) => library.current.services.attachedClients.left(signal),
      interruptJobs: () => library.current.interruptJobs(),
      close: () => resources.close(),
    };
    resources.defer(await keepLockFile(data, running, options.clock ?? systemClock));
    log.info('listening', { url });
    return running;
  } catch (error) {
    await resources.close();
    throw dataFolderError(error, data) ?? error;
  }
}

/** Opens the library and builds the services. @param ports of the loopback listener; empty until it listens */
async function openInstance(
  host: Host,
  options: StartOptions,
  events: JobEvents,
  restart: Restart,
  ports: readonly number[],
): Promise<Instance> {
  const resources = new CloseStack();
  try {
    const foundation = await openFoundation(host, options, events, resources);
    const { store, log, engineOptions, localIdentity } = foundation;

    const work = options.work?.(foundation) ?? createWorkerProcesses(host, log, engineOptions.engineSettings);
    resources.defer(() => work.close());

    const languageModel = options.languageModel ?? connectLanguageModel(engineOptions);
    const { uploadLimitBytes, uploadPace, freeBytes, concurrency, isLongLived = true, lan = {}, webhooks } = options;
    const limits = { uploadLimitBytes, uploadPace, freeBytes, concurrency };
    const ownPorts = () => ports;
    const { services, checkIndexes, collectGarbage, interruptJobs } = await buildServices(
      { ...foundation, work, languageModel, ...limits, isLongLived, lan, restart, ownPorts, webhooks },
      resources,
    );

    const stopping = new AbortController();
    resources.defer(() => stopping.abort());
    void collectGarbage(stopping.signal);

    const indexing = setTimeout(
      () => {
        services.termUpdate.check();
        checkIndexes();
        services.eventGroups.resume();
        services.newHits.check();
        void services.backups.finishReplacements();
      },
      INDEXING_DELAY_MS[isLongLived ? 'window' : 'command'],
    );
    resources.defer(() => clearTimeout(indexing));

    void services.reports.prepareProxies().catch((error) => log.error('proxies could not be queued', { error }));

    resources.defer(() => services.sharing.close());
    await services.sharing.resume();

    const localUser = services.authenticator.localUser();
    const app = createApp(services, log, httpLimitsOf(options));
    const { fetch } = app;
    return { services, store, localIdentity, localUser, fetch, interruptJobs, close: () => resources.close() };
  } catch (error) {
    await resources.close();
    throw error;
  }
}

const httpLimitsOf = ({ httpLimits }: StartOptions): HttpLimits => ({ ...HTTP_LIMITS, ...httpLimits });
