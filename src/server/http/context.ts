import type { HttpBindings } from '@hono/node-server';
import type { Services } from './services.ts';

/** Who is asking, once authentication let them in. */
export interface Caller {
  userId: number;
  /** How they came in. */
  via: 'key' | 'token';
}

/** What every handler finds in its context. */
export interface AppEnv {
  Bindings: HttpBindings;
  Variables: { requestId: string; services: Services; caller: Caller };
}
