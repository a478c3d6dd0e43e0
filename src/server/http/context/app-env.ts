import type { HttpBindings } from '@hono/node-server';
import type { Caller } from '../../account/identity.ts';
import type { Services } from './services.ts';

/** What every handler finds in its context. */
export interface AppEnv {
  Bindings: HttpBindings;
  Variables: { requestId: string; services: Services; caller: Caller };
}
