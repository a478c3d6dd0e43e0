import { z } from 'zod';
import { originOf, type ServerAddress } from '../../models/server-address.ts';
import type { SecretStore } from '../hosting/host.ts';

const SECRET_NAME = 'server-credentials';
const Credentials = z.record(z.string(), z.object({ origin: z.string(), authorization: z.string() }));

export type ServerCredentials = Awaited<ReturnType<typeof openServerCredentials>>;

/**
 * Credentials of configured servers, by option. They belong to one origin, so that a changed URL does not send them
 * elsewhere.
 */
export async function openServerCredentials(secrets: SecretStore) {
  let stored = Credentials.parse(JSON.parse((await secrets.get(SECRET_NAME)) ?? '{}'));
  return {
    /** Returns the Authorization header for a URL; null if none is stored for its origin. */
    get(option: string, url: string): string | null {
      const found = stored[option];
      return found && found.origin === originOf(url) ? found.authorization : null;
    },

    /** @param server null, or without an authorization, removes the stored credentials */
    async set(option: string, server: ServerAddress | null): Promise<void> {
      const { [option]: before, ...others } = stored;
      const authorization = server?.authorization ?? null;
      if (authorization === null && before === undefined) return;
      stored =
        authorization === null ? others : { ...others, [option]: { origin: originOf(server!.url), authorization } };
      await secrets.set(SECRET_NAME, JSON.stringify(stored));
    },
  };
}
