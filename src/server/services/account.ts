import { Authenticator } from '../account/authenticator.ts';
import { openIdempotency } from '../account/idempotency.ts';
import { createKeysService } from '../account/keys.ts';
import { createNotificationsService } from '../account/notifications.ts';
import { createProfileService } from '../account/profile.ts';
import { createUsageService } from '../account/usage.ts';
import type { ServiceParts } from './service-parts.ts';

export type AccountServices = Awaited<ReturnType<typeof buildAccount>>;

/** Builds the services of users, keys, and notifications. */
export async function buildAccount({ host, store, clock, keyUsage, identityProviders }: ServiceParts) {
  const authenticator = new Authenticator({ store, clock, uses: keyUsage, providers: () => identityProviders });
  return {
    authenticator,
    keys: createKeysService({ store, clock, authenticator, uses: keyUsage }),
    idempotency: await openIdempotency({ store, secrets: host.secrets, clock }),
    usage: createUsageService(store),
    profile: createProfileService(store),
    notifications: createNotificationsService(store),
  };
}
