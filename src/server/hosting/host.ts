import type { LogSink } from '../../base/logger.ts';

/** The far end of one worker process. Messages are structured clones; what arrives is untrusted and parsed by the reader. */
export interface WorkerHandle {
  /** Undefined until the process runs, and after it ended. */
  readonly pid: number | undefined;
  send(message: unknown): void;
  onMessage(listener: (message: unknown) => void): void;
  /** Called once, also when the process could not be started. */
  onExit(listener: (exit: { code: number | null; signal: string | null }) => void): void;
  /** Ends the process at once; `onExit` follows. Safe to call again. */
  kill(): void;
}

/** Secrets at rest, as safe as the host can keep them (the system keychain, or a file that only the user may read). */
export interface SecretStore {
  get(name: string): Promise<string | undefined>;
  set(name: string, value: string): Promise<void>;
}

/** What a person may see of the installation itself. */
interface HostSupport {
  /** Versions of what runs the program, by name. */
  readonly versions: Readonly<Record<string, string | undefined>>;
  /** False: the system keeps no secrets for programs, so they lie in a file. */
  readonly hasKeyring: boolean;
  /** Contents of log files, newest first; none where the log goes elsewhere. */
  logs(): Promise<string[]>;
  /** Third-party license texts. */
  licenses(): Promise<string>;
}

/** What the server needs from whoever runs it. Nothing in the server asks which host it is. */
export interface Host {
  readonly name: 'electron' | 'headless';
  readonly version: string;
  /** Absolute paths; `window` holds the built pages of the window, and need not exist. */
  readonly folders: { readonly data: string; readonly window?: string };
  readonly secrets: SecretStore;
  readonly log: LogSink;
  readonly support: HostSupport;
  /** Starts a worker process of src/pipeline. */
  spawnWorker(): WorkerHandle;
}
