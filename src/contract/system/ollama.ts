import { z } from 'zod';
import { MessageRef } from '../message.ts';
import { HttpUrl } from './models.ts';

const reason = {
  reason: z
    .string()
    .nullable()
    .meta({ description: 'Human-readable reason that the server is unavailable; null if available.' }),
  reason_text: MessageRef.nullable().meta({ description: '`reason` by key (extension); null without.' }),
};

/** Status of one of the configured servers. */
export const OllamaServerState = z
  .object({
    url: z.string().describe('URL of the server.'),
    reachable: z.boolean().describe('Whether the server answers.'),
    version: z.string().nullable().describe('Version of Ollama; null if unknown.'),
    ...reason,
    models: z.array(z.string()).meta({ description: 'Names of its models.' }),
  })
  .meta({ id: 'OllamaServerState' });
export type OllamaServerState = z.infer<typeof OllamaServerState>;

/** Status and models of the configured Ollama servers. */
export const OllamaState = z
  .object({
    url: z.string().nullable().meta({ description: 'Of the first server; null if none is configured.' }),
    reachable: z.boolean().meta({ description: 'Whether any server is reachable.' }),
    version: z.string().nullable().describe('Version of Ollama; null if unknown.'),
    ...reason,
    servers: z.array(OllamaServerState).meta({ description: 'Each server, in the order of the settings (extension).' }),
    models: z
      .array(
        z.object({
          name: z.string().describe('Name of the model.'),
          capabilities: z.array(z.string()).meta({ description: 'completion, vision, embedding, thinking.' }),
          size_bytes: z.number().describe('Size in bytes.'),
          context_tokens: z.number().nullable().describe('Length of the context, in tokens; null if unknown.'),
          remote: z
            .boolean()
            .meta({ description: 'True if Ollama forwards requests for this model to another machine.' }),
        }),
      )
      .meta({ description: 'Of all servers; a model of several is listed once.' }),
    automatic: z
      .object({
        language: z.string().nullable().describe('Model for summaries and answers; null for none.'),
        vision: z.string().nullable().describe('Model for image descriptions; null for none.'),
      })
      .meta({ description: 'Models that are used where none is selected, by kind and size (extension).' }),
  })
  .meta({ id: 'OllamaState' });
export type OllamaState = z.infer<typeof OllamaState>;

export const TestOllamaRequest = z
  .object({ url: HttpUrl.describe('URL of the server.') })
  .meta({ id: 'TestOllamaRequest' });
