import { z } from 'zod';
import { tryParseJson } from '../../base/json/parse-json.ts';
import { FilePath } from '../library/storage.ts';
import { AudioTracksField, VideoTrackField } from '../library/tracks.ts';
import { VideoStatus } from '../library/video.ts';
import { LanguageCode } from '../system/models.ts';
import { multilineText } from '../text.ts';
import { Depth } from './depth.ts';
import { MODULE_NAMES, ModuleName } from './modules.ts';
import { TextLanguages } from './text-languages.ts';

/** Selection of modules: known names, at least one; duplicates are ignored. */
export const ModuleSelection = z
  .array(ModuleName)
  .min(1, 'choose at least one module')
  .max(100)
  .overwrite((names) => [...new Set(names)])
  .meta({ description: `Any of ${MODULE_NAMES.join(', ')}.` });

const NAME = `"(?:${MODULE_NAMES.join('|')})"`;
/** White space of JSON, which is less than that of regular expressions. */
const SPACE = String.raw`[ \t\n\r]*`;

/** The same selection as JSON text, as in `selected_insights`. */
export const SelectedInsights = z
  .string()
  .max(4000)
  .transform((text, context): ModuleName[] => {
    const parsed = ModuleSelection.safeParse(tryParseJson(text));
    if (parsed.success) return parsed.data;
    context.addIssue({
      code: 'custom',
      message: `must be the JSON text of an array of module names (${MODULE_NAMES.join(', ')}), with at least one`,
    });
    return z.NEVER;
  })
  .meta({
    description: 'JSON text of an array of module names.',
    pattern: `^${SPACE}\\[${SPACE}${NAME}(?:${SPACE},${SPACE}${NAME})*${SPACE}\\]${SPACE}$`,
    examples: ['["scenes","ocr"]'],
  });

/** Custom vocabulary: names and terms passed to speech recognition as a hint. */
export const InitialPrompt = multilineText(2000);

/** Number of speakers in the recording; null to find it. */
const SpeakerCount = z
  .int()
  .min(1)
  .max(50)
  .nullable()
  .meta({ description: 'Number of speakers (extension); null to find it. Omitted: as in the last analysis.' });

/** Speech recognition of one video; what is absent follows the settings. */
export const SpeechOptions = z
  .object({
    model: z.string().min(1).max(100).nullable().optional().meta({ description: 'Null for the best installed model.' }),
    language: LanguageCode.nullable().optional().meta({ description: 'Null to detect the language.' }),
    translate: z
      .boolean()
      .optional()
      .meta({ description: 'True to translate speech in other languages into English in addition.' }),
  })
  .meta({ id: 'SpeechOptions', description: 'Options of speech recognition; what is absent follows the settings.' });
export type SpeechOptions = z.infer<typeof SpeechOptions>;

export const RegisterUploadRequest = z
  .object({
    file_path: FilePath,
    file_name: z.string().min(1).max(1024).describe('Name of the file, without folders.'),
    project_id: z.string().optional().describe('ID of the project that a new video is added to (extension).'),
    selected_insights: SelectedInsights.optional().describe(
      'JSON array of module names: the analysis is queued as well, unless the video was analyzed or queued before (extension).',
    ),
  })
  .meta({ id: 'RegisterUploadRequest' });

export const RegisterUploadResponse = z
  .object({
    success: z.literal(true).describe('Always true.'),
    job_id: z.string().describe('ID of the video, and of its job.'),
    alreadyExists: z.boolean().describe('Whether the file was registered before.'),
  })
  .meta({ id: 'RegisterUploadResponse' });
export type RegisterUploadResponse = z.infer<typeof RegisterUploadResponse>;

export const CancelAllResponse = z
  .object({ canceled: z.int().min(0).describe('Number of canceled jobs.') })
  .meta({ id: 'CancelAllResponse' });

/** Fields of each request that starts an analysis. */
export const analysisOptions = {
  initial_prompt: InitialPrompt.optional().describe('Custom vocabulary for speech recognition.'),
  speaker_count: SpeakerCount.optional(),
  speech: SpeechOptions.optional().describe('Options of speech recognition.'),
  text_languages: TextLanguages.optional(),
  audio_tracks: AudioTracksField.optional(),
  video_track: VideoTrackField.optional(),
  depth: Depth.optional().describe('How thorough the analysis is.'),
};
export type AnalysisOptionsRequest = z.infer<z.ZodObject<typeof analysisOptions>>;

export const StartProcessingRequest = z
  .object({
    selected_insights: SelectedInsights,
    ...analysisOptions,
  })
  .meta({ id: 'StartProcessingRequest' });

export const JobAccepted = z
  .object({
    job_id: z.string().describe('ID of the video, and of its job.'),
    status: VideoStatus,
    message: z.string().describe('Outcome as a sentence.'),
  })
  .meta({ id: 'JobAccepted' });
export type JobAccepted = z.infer<typeof JobAccepted>;

export const RegisterAndProcessResponse = JobAccepted.extend({
  alreadyExists: z
    .boolean()
    .meta({ description: 'Whether the path was registered already: then its video takes `file_name`, if given.' }),
}).meta({ id: 'RegisterAndProcessResponse' });
export type RegisterAndProcessResponse = z.infer<typeof RegisterAndProcessResponse>;
