import { z } from 'zod';

/** Fields used from the responses of Ollama's API (https://docs.ollama.com/api); others are ignored. */

export const ErrorResponse = z.object({ error: z.string() });

export const VersionResponse = z.object({ version: z.string().min(1) });

const Details = z.object({ family: z.string().nullish(), families: z.array(z.string()).nullish() });

export const TagsResponse = z.object({
  models: z.array(
    z.object({
      name: z.string(),
      digest: z.string(),
      size: z.number().nonnegative(),
      details: Details.nullish(),
      /** Set for models that Ollama forwards to its cloud. */
      remote_host: z.string().nullish(),
    }),
  ),
});
export type TagsResponse = z.infer<typeof TagsResponse>;

export const ShowResponse = z.object({
  /** Absent in old versions. */
  capabilities: z.array(z.string()).nullish(),
  details: Details.nullish(),
  model_info: z.record(z.string(), z.unknown()).nullish(),
  projector_info: z.record(z.string(), z.unknown()).nullish(),
  remote_host: z.string().nullish(),
});
export type ShowResponse = z.infer<typeof ShowResponse>;

export const EmbedResponse = z.object({ embeddings: z.array(z.array(z.number())) });

export const ChatChunk = z.object({
  message: z.object({ content: z.string().nullish() }).nullish(),
  done: z.boolean(),
  done_reason: z.string().nullish(),
  /** Tokens of the prompt that the model read; in the last chunk. */
  prompt_eval_count: z.number().nullish(),
});
