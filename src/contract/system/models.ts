import { z } from 'zod';
import { trimEndOf } from '../../base/trim.ts';
import { TextLanguages } from '../analysis/text-languages.ts';
import { ErrorCode } from '../error-body.ts';
import { Timestamp } from '../library/video.ts';
import { MessageRef } from '../message.ts';
import { NOT_EMPTY } from '../text.ts';

export const MODEL_TASKS = [
  'speech-recognition',
  'speech-acceleration',
  'speech-detection',
  'speaker-embedding',
  'speaker-segmentation',
  'sentence-embedding',
  'image-captioning',
  'text-recognition',
  'text-image',
] as const;
const INSTALL_STATES = ['available', 'installing', 'paused', 'failed', 'installed'] as const;

const bytes = z.number().int().nonnegative().nullable();

export const ModelStatus = z
  .object({
    id: z.string().describe('ID of the model.'),
    status: z.enum(INSTALL_STATES).describe('State of the model.'),
    received_bytes: z.number().int().nonnegative().describe('Bytes that have arrived.'),
    total_bytes: bytes.meta({ description: 'Null while the size is unknown.' }),
    error: z.string().nullable().describe('Error as a sentence; null for none.'),
    error_text: MessageRef.nullable().meta({ description: '`error` by key (extension); null without.' }),
    error_code: ErrorCode.nullable().describe('Code of the error; null for none.'),
  })
  .meta({ id: 'ModelStatus' });
export type ModelStatus = z.infer<typeof ModelStatus>;

export const ModelInfo = ModelStatus.extend({
  name: z.string().describe('Name of the model.'),
  task: z.enum(MODEL_TASKS).describe('What the model is used for.'),
  engine: z.string().meta({ description: 'Runtime: whisper.cpp, onnxruntime, or transformers.js.' }),
  languages: z.union([z.array(z.string()), z.literal('multilingual')]).describe('Codes of languages.'),
  licence: z.string().nullable().describe('Name of the license.'),
  source_url: z.string().nullable().meta({ description: 'Download location; null for imported models.' }),
  size_bytes: bytes.meta({ description: 'Published download size; size on disk once installed.' }),
  memory_bytes: bytes.meta({ description: 'Published memory use while running; null if none is published.' }),
  checksum: z
    .enum(['sha1', 'sha256', 'pinned', 'none'])
    .meta({ description: 'pinned: recorded at the first install because none is published; none: imported model.' }),
  checksum_source: z.string().nullable().describe('Where the checksum comes from; null if it is unknown.'),
  note: z.string().describe('Note for people.'),
  note_text: MessageRef.nullable().meta({ description: '`note` by key (extension); null without.' }),
  installed_at: Timestamp.nullable().describe('When it was installed; null if it is not.'),
  bundled: z.boolean().meta({ description: 'Whether it comes with the product and can’t be removed (extension).' }),
}).meta({ id: 'ModelInfo' });
export type ModelInfo = z.infer<typeof ModelInfo>;

const SpeechTier = z.enum(['fast', 'balanced', 'best']);
export type SpeechTier = z.infer<typeof SpeechTier>;

export const ModelList = z
  .object({
    models: z.array(ModelInfo).describe('All models, installed or not.'),
    recommended_speech: z
      .array(
        z.object({
          tier: SpeechTier.describe('Balance of speed and accuracy.'),
          model_id: z.string().describe('ID of the model.'),
        }),
      )
      .meta({ description: 'Speech models for this computer and the selected language, from fast to accurate.' }),
    speech_model: z
      .string()
      .nullable()
      .meta({ description: 'Speech model in use: the selected one, or else the best installed one.' }),
    recommended_ollama: z
      .array(
        z.object({
          name: z.string().describe('Name of the model.'),
          task: z.string().describe('What the model is used for.'),
          note: z.string().describe('Note for people.'),
          note_text: MessageRef.nullable().describe('`note` as a key and parameters; null for none.'),
        }),
      )
      .describe('Models of Ollama that are recommended, by task.'),
    offline: z.boolean().describe('Whether connections to other machines are forbidden.'),
  })
  .meta({ id: 'ModelList' });
export type ModelList = z.infer<typeof ModelList>;

export const ImportModelRequest = z
  .object({
    path: z.string().min(1).max(4096).meta({ description: 'File or folder on the server’s machine.' }),
    id: z
      .string()
      .min(1)
      .max(100)
      .optional()
      .meta({ description: 'Catalog id of the model, if the file names do not identify it.' }),
  })
  .meta({ id: 'ImportModelRequest' });

/** URL of a server, without a trailing slash. */
export const HttpUrl = z
  .string()
  .max(2000)
  .refine((text) => /^https?:$/.test(URL.parse(text)?.protocol ?? ''), 'must be an address with http or https')
  .meta({ format: 'uri', pattern: '^[Hh][Tt][Tt][Pp][Ss]?:' })
  .overwrite((text) => trimEndOf(text, /\//));

/** Download source of models when no mirror is set. */
export const DEFAULT_MODELS_URL = 'https://huggingface.co';

/** Engines for sentence embeddings, one per tier. */
export const EMBEDDING_ENGINES = ['bundled', 'transformers', 'ollama'] as const;

/** Language of speech. */
export const LanguageCode = z.string().regex(/^[a-z]{2,3}$/, 'must be an ISO 639 code such as en');

const modelName = z.string().max(200).trim().min(1).meta({ pattern: NOT_EMPTY }).nullable();

const MAX_MORE_OLLAMA_SERVERS = 31;

export const EngineOptions = z
  .object({
    offline: z.boolean().meta({ description: 'Blocks connections to other machines.' }),
    hardware_decoding: z.boolean().meta({
      description: 'Whether the graphics processor may decode video, where it yields the same pictures faster.',
    }),
    models_url: HttpUrl.meta({
      description: 'Download source: the Hugging Face hub or a mirror.',
    }),
    speech_model: z.string().max(100).nullable().meta({ description: 'Null for the best installed model.' }),
    speech_language: LanguageCode.nullable().meta({ description: 'Null to detect the language.' }),
    speech_translate: z.boolean().meta({
      description: 'Whether speech in other languages is also translated into English.',
    }),
    speech_vocabulary: z
      .array(z.string().max(100).trim().min(1).meta({ pattern: NOT_EMPTY }))
      .max(500)
      .meta({ description: 'Custom vocabulary: names and terms for speech recognition.' }),
    text_languages: TextLanguages,
    ollama_url: HttpUrl.nullable().meta({ description: 'URL of an Ollama server; null for none.' }),
    ollama_more_urls: z.array(HttpUrl).max(MAX_MORE_OLLAMA_SERVERS).meta({
      description:
        'URLs of further Ollama servers (extension). Requests go to the server with the fewest that has the same model, and those of a server that fails to another one.',
    }),
    ollama_vision_model: modelName.meta({
      description: 'Null for the vision model on the server that is best by kind and size.',
    }),
    ollama_language_model: modelName.meta({
      description: 'Null for the language model on the server that is best by kind and size.',
    }),
    ollama_embedding_model: modelName.meta({ description: 'Null for none, so the bundled engine is used.' }),
    embedding_engine: z
      .enum(EMBEDDING_ENGINES)
      .meta({ description: 'Engine for embeddings; changing it rebuilds the index in the background.' }),
    embedding_model: modelName.meta({
      description: 'Model of the engine `transformers`; null: none selected, and the bundled engine is used.',
    }),
    frame_model: modelName.meta({
      description:
        'Installed text-image model, with which frames are found by words (extension); null for none. Changing it embeds the frames again in the background.',
    }),
  })
  .meta({ id: 'EngineOptions' });
export type EngineOptions = z.infer<typeof EngineOptions>;

export const UpdateEngineOptionsRequest = EngineOptions.partial().meta({ id: 'UpdateEngineOptionsRequest' });
export type UpdateEngineOptionsRequest = z.infer<typeof UpdateEngineOptionsRequest>;

/** State of the vector index. */
export const EmbeddingIndexState = z
  .object({
    status: z.enum(['ready', 'indexing', 'failed']).describe('State of the index.'),
    engine: z
      .string()
      .nullable()
      .meta({ description: 'Active embedding engine, as id@version; null before the first.' }),
    dimension: z.number().int().positive().nullable().meta({ description: 'Dimension of the active vectors.' }),
    wanted: z.enum(EMBEDDING_ENGINES).meta({
      description: 'Requested engine: the bundled one unless another engine and its model are selected.',
    }),
    wanted_model: z
      .string()
      .nullable()
      .meta({ description: 'Model of the requested engine; null for the bundled engine.' }),
    done: z.number().int().nonnegative().meta({ description: 'Segments with vectors of the requested engine.' }),
    total: z.number().int().nonnegative().describe('Number of findings.'),
    waiting: z.boolean().meta({ description: 'Paused while a video is being analyzed.' }),
    can_cancel: z.boolean().meta({ description: 'The requested engine differs from the one that serves searches.' }),
    note: z.string().nullable().describe('Note for people; null for none.'),
    note_text: MessageRef.nullable().meta({ description: '`note` by key (extension); null without.' }),
    error: z.string().nullable().meta({ description: 'Reason of the last failure; retried automatically.' }),
    error_text: MessageRef.nullable().meta({ description: '`error` by key (extension); null without.' }),
  })
  .meta({ id: 'EmbeddingIndexState' });
export type EmbeddingIndexState = z.infer<typeof EmbeddingIndexState>;

/** State of the index of frames that are found by words. */
export const FrameIndexState = z
  .object({
    status: z.enum(['off', 'ready', 'indexing', 'failed']).describe('State of the index.'),
    model: z.string().nullable().meta({ description: 'Selected text-image model; null for none.' }),
    engine: z
      .string()
      .nullable()
      .meta({ description: 'Engine of the embeddings, as id@version; null before the first.' }),
    done: z.number().int().nonnegative().meta({ description: 'Videos whose frames can be found by words.' }),
    total: z.number().int().nonnegative().meta({ description: 'Videos with saved frames.' }),
    waiting: z.boolean().meta({ description: 'Paused while a video is being analyzed.' }),
    error: z.string().nullable().meta({ description: 'Reason of the last failure; retried automatically.' }),
    error_text: MessageRef.nullable().meta({ description: '`error` by key; null without.' }),
  })
  .meta({ id: 'FrameIndexState' });
export type FrameIndexState = z.infer<typeof FrameIndexState>;
