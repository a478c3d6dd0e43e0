import type { LogSink } from '../../base/logger.ts';

/** Resources that a process uses. */
export interface WorkerUsage {
  /** Resident memory. */
  memoryBytes: number;
  /** Processor time of all threads since the start; undefined if unknown. */
  cpuSeconds: number | undefined;
}

/**
 * Connection to one worker process. Messages are structured clones; incoming ones are untrusted and parsed by the
 * receiver.
 */
export interface WorkerHandle {
  /** Undefined before the process starts and after it ends. */
  readonly pid: number | undefined;
  send(message: unknown): void;
  onMessage(listener: (message: unknown) => void): void;
  /** Called once, also if the process fails to start. */
  onExit(listener: (exit: { code: number | null; signal: string | null }) => void): void;
  /** Measured from outside, so that it works while native code runs; undefined if unknown. */
  usage(): Promise<WorkerUsage | undefined>;
  /** Kills the process; `onExit` follows. Safe to call repeatedly. */
  kill(): void;
}

/** Storage of secrets: the system keychain, or a file readable only by the user. */
export interface SecretStore {
  get(name: string): Promise<string | undefined>;
  set(name: string, value: string): Promise<void>;
}

/** Support information about the installation. */
interface HostSupport {
  /** Runtime versions, by name. */
  readonly versions: Readonly<Record<string, string | undefined>>;
  /** Whether the system provides a keychain; otherwise secrets are stored in a file. */
  readonly hasKeyring: boolean;
  /** Contents of log files, newest first; empty if the host does not log to files. */
  logs(): Promise<string[]>;
  /** Third-party license texts. */
  licenses(): Promise<string>;
}

/** Power supply and presence of the user. */
export interface HostPower {
  isOnMains(): boolean;
  /** After five minutes without input, or while the screen is locked. */
  isAway(): boolean;
}

/** Services that the server requires from its host. The server never depends on a particular host. */
export interface Host {
  readonly name: 'electron' | 'headless';
  readonly version: string;
  /** Absolute paths; `window` holds the built pages of the interface and need not exist. */
  readonly folders: { readonly data: string; readonly window?: string };
  readonly secrets: SecretStore;
  readonly log: LogSink;
  readonly support: HostSupport;
  /** Undefined if the host can't tell. */
  readonly power?: HostPower;
  /** Requests to other machines with the system's proxy and certificates; otherwise `fetch` of Node. */
  readonly fetch?: typeof fetch;
  /** Address of the static file that names the newest version; undefined if this build has none. */
  readonly versionFile?: string | undefined;
  /** Starts a worker process (src/pipeline). */
  spawnWorker(): WorkerHandle;
}
