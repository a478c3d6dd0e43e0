import type { ApiClient } from '../client/api-client.ts';

/** The library that agents work on: the API of a server, as one user. */
export interface AgentLibrary {
  /** Runs `work` with a client of the library, which stays open until it is done. */
  use<Result>(work: (api: ApiClient) => Promise<Result>): Promise<Result>;
}

/** Permissions of agents beyond reading. */
export interface AgentPermissions {
  /** Absolute paths of folders whose files may be analyzed without a question. */
  analyzeFolders: readonly string[];
  /** Called when the user agreed to the import of a file; absent where the caller needs no permission. */
  allowOnce?(path: string): void;
  /** Absolute path of the folder that clips are saved to; undefined: clips are returned, and nothing is saved. */
  clipFolder?: string | undefined;
}
