import type { HttpBindings } from '@hono/node-server';
import type { Caller } from '../../account/identity.ts';
import type { FailureLog } from '../../errors/error-response.ts';
import type { RequestFields } from '../fields/request-schemas.ts';
import type { HttpLimits } from '../serving/http-limits.ts';
import type { Services } from './services.ts';

/** Context variables of every handler. */
export interface AppEnv {
  Bindings: HttpBindings;
  Variables: {
    requestId: string;
    services: Services;
    /** Logs an error that the response no longer can state by its status. */
    logFailure: FailureLog;
    limits: HttpLimits;
    caller: Caller;
    /** Whether the response is about people, so that it must not be kept. */
    isPersonal: boolean | undefined;
    /** Of routes of the API. */
    fields: RequestFields | undefined;
  };
}
