import { z } from 'zod';

/** Answers of Ollama's API as far as they are used (https://docs.ollama.com/api). Everything else in them is ignored. */

export const ErrorAnswer = z.object({ error: z.string() });

export const VersionAnswer = z.object({ version: z.string().min(1) });

const Details = z.object({ family: z.string().nullish(), families: z.array(z.string()).nullish() });

export const TagsAnswer = z.object({
  models: z.array(
    z.object({
      name: z.string(),
      digest: z.string(),
      size: z.number().nonnegative(),
      details: Details.nullish(),
      /** Set for models that Ollama only passes on to its cloud. */
      remote_host: z.string().nullish(),
    }),
  ),
});
export type TagsAnswer = z.infer<typeof TagsAnswer>;

export const ShowAnswer = z.object({
  /** Missing in old versions. */
  capabilities: z.array(z.string()).nullish(),
  details: Details.nullish(),
  model_info: z.record(z.string(), z.unknown()).nullish(),
  projector_info: z.record(z.string(), z.unknown()).nullish(),
  remote_host: z.string().nullish(),
});
export type ShowAnswer = z.infer<typeof ShowAnswer>;

export const EmbedAnswer = z.object({ embeddings: z.array(z.array(z.number())) });

export const ChatPiece = z.object({
  message: z.object({ content: z.string().nullish() }).nullish(),
  done: z.boolean(),
  done_reason: z.string().nullish(),
});
