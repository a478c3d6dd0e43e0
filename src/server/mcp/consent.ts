import { randomBytes } from 'node:crypto';
import {
  acceptedContent,
  CLIENT_CAPABILITIES_META_KEY,
  createRequestStateCodec,
  type InputRequiredResult,
  inputRequired,
  type McpServer,
  type ServerContext,
} from '@modelcontextprotocol/server';
import { z } from 'zod';

export type Consent = ReturnType<typeof createConsent>;
/** Signs the subject of a question, so that an answer is not valid for another one. */
export type ConsentCodec = ReturnType<typeof createConsentCodec>;

/** Time that a user has to answer, in seconds. */
const ANSWER_SECONDS = 600;
const KEY = 'confirm';
const Answer = z.object({ confirm: z.boolean().describe('Allow it') });

export function createConsentCodec() {
  return createRequestStateCodec<{ subject: string }>({ key: randomBytes(32), ttlSeconds: ANSWER_SECONDS });
}

/** Questions to the user of a client. @param server returns the server whose client is asked */
export function createConsent(codec: ConsentCodec, server: () => McpServer) {
  return {
    /** Whether the client can ask its user. */
    canAsk({ mcpReq }: ServerContext): boolean {
      const envelope = mcpReq.envelope as Record<string, unknown> | undefined;
      const stated = envelope?.[CLIENT_CAPABILITIES_META_KEY] as { elicitation?: unknown } | undefined;
      return (stated ?? server().server.getClientCapabilities())?.elicitation !== undefined;
    },

    /** The answer to an earlier question about the subject; undefined if there was none. */
    answer({ mcpReq }: ServerContext, subject: string): boolean | undefined {
      if (mcpReq.inputResponses?.[KEY] === undefined) return undefined;
      if (mcpReq.requestState<{ subject: string } | undefined>()?.subject !== subject) return undefined;
      return acceptedContent(mcpReq.inputResponses, KEY, Answer)?.confirm === true;
    },

    /** Asks the user; the client calls the tool again with the answer. */
    async ask(call: ServerContext, subject: string, message: string): Promise<InputRequiredResult> {
      return inputRequired({
        inputRequests: { [KEY]: inputRequired.elicit({ message, requestedSchema: Answer }) },
        requestState: await codec.mint({ subject }, call),
      });
    },
  };
}
