import { z } from 'zod';
import { Message } from './message.ts';
import { HttpUrl } from './models.ts';

/** Status and models of the configured Ollama server. */
export const OllamaState = z
  .object({
    url: z.string().nullable().meta({ description: 'Null if none is configured.' }),
    reachable: z.boolean(),
    version: z.string().nullable(),
    reason: z
      .string()
      .nullable()
      .meta({ description: 'Human-readable reason that the server is unavailable; null if available.' }),
    reason_text: Message.nullable().meta({ description: '`reason` by key (extension); null without.' }),
    models: z.array(
      z.object({
        name: z.string(),
        capabilities: z.array(z.string()).meta({ description: 'completion, vision, embedding, thinking.' }),
        size_bytes: z.number(),
        context_tokens: z.number().nullable(),
        remote: z
          .boolean()
          .meta({ description: 'True if Ollama forwards requests for this model to another machine.' }),
      }),
    ),
  })
  .meta({ id: 'OllamaState' });
export type OllamaState = z.infer<typeof OllamaState>;

export const TestOllamaRequest = z.object({ url: HttpUrl }).meta({ id: 'TestOllamaRequest' });
