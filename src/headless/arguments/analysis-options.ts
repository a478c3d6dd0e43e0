import type { Depth } from '../../contract/analysis/depth.ts';
import { MODULE_NAMES, type ModuleName } from '../../contract/analysis/modules.ts';
import type { SpeechOptions } from '../../contract/analysis/processing.ts';
import { TEXT_LANGUAGES, type TextLanguage } from '../../contract/analysis/text-languages.ts';
import type { ApiClient } from '../../server/client/api-client.ts';
import { availableModules } from '../../server/client/import-file.ts';
import { type CommandInput, has, integer, list, MODULES_OPTION, type Options, text, UsageError } from '../command.ts';

const MAX_SPEAKERS = 50;

/** Options of commands that start analyses. */
export const ANALYSIS_OPTIONS = {
  modules: { ...MODULES_OPTION.modules, help: `${MODULES_OPTION.modules.help} (default: all available)` },
  prompt: { type: 'string', value: 'TEXT', help: 'custom vocabulary: names and terms for speech recognition' },
  language: {
    type: 'string',
    value: 'CODE',
    help: 'language of the speech, such as de; auto detects it (default: the setting)',
  },
  'text-language': {
    type: 'string',
    value: 'LIST',
    help: 'languages of text on screen, such as de,ru; auto detects them (default: the setting)',
  },
  'audio-track': {
    type: 'string',
    value: 'LIST',
    help: 'audio tracks to analyze, by number, such as 2 or 1,3; auto for those with speech (default: auto)',
  },
  'video-track': {
    type: 'string',
    value: 'N',
    help: 'number of the video track to analyze; auto for the main one (default: auto)',
  },
  'speech-model': {
    type: 'string',
    value: 'ID',
    help: 'speech model of this analysis; best selects the best installed one',
  },
  translate: { type: 'boolean', help: 'also translate speech in other languages into English' },
  depth: {
    type: 'string',
    value: 'DEPTH',
    help: 'full, or preview: a first look at key frames only (default: full)',
  },
  speakers: { type: 'string', value: 'N', help: 'number of speakers (default: found by their voices)' },
} as const satisfies Options;

/** Body of a request that starts an analysis. @throws UsageError */
export function analysisRequest(input: CommandInput): (api: ApiClient) => Promise<{ modules: ModuleName[] }> {
  const chosen = list(input, 'modules', MODULE_NAMES);
  const prompt = text(input, 'prompt');
  const speakers = integer(input, 'speakers', 1, MAX_SPEAKERS);
  const speech = speechOf(input);
  const depth = depthOf(input);
  const textLanguages = textLanguagesOf(input);
  const tracks = tracksOf(input);
  return async (api) => ({
    modules: chosen ?? (await availableModules(api)),
    ...(prompt && { initial_prompt: prompt }),
    ...(speakers && { speaker_count: speakers }),
    ...(depth && { depth }),
    ...(textLanguages && { text_languages: textLanguages }),
    ...tracks,
    ...(Object.keys(speech).length > 0 && { speech }),
  });
}

/** Depth of an analysis, as `--depth` states it. @throws UsageError */
export function depthOf(input: CommandInput): Depth | undefined {
  const depth = text(input, 'depth');
  if (depth !== undefined && depth !== 'full' && depth !== 'preview')
    throw new UsageError('--depth is full or preview.');
  return depth;
}

/** Languages of text on screen; empty for auto. @throws UsageError */
function textLanguagesOf(input: CommandInput): readonly TextLanguage[] | undefined {
  if (text(input, 'text-language') === 'auto') return [];
  return list(input, 'text-language', TEXT_LANGUAGES);
}

/** Tracks by number; null for auto. @throws UsageError */
function tracksOf(input: CommandInput): { audio_tracks?: number[] | null; video_track?: number | null } {
  const [audio, video] = [trackNumbers(input, 'audio-track'), trackNumbers(input, 'video-track')];
  if (video && video.length > 1) throw new UsageError('--video-track requires one number, or auto.');
  return {
    ...(audio !== undefined && { audio_tracks: audio }),
    ...(video !== undefined && { video_track: video && video[0]! }),
  };
}

function trackNumbers(input: CommandInput, name: 'audio-track' | 'video-track'): number[] | null | undefined {
  const value = text(input, name);
  if (value === undefined || value === 'auto') return value === undefined ? undefined : null;
  const numbers = value.split(',').map((part) => part.trim());
  if (!numbers.every((part) => /^[1-9]\d{0,3}$/.test(part)))
    throw new UsageError(`--${name} requires numbers of tracks such as 2, or auto.`);
  return numbers.map(Number);
}

function speechOf(input: CommandInput): SpeechOptions {
  const [language, model] = [text(input, 'language'), text(input, 'speech-model')];
  if (language !== undefined && !/^(auto|[a-z]{2,3})$/.test(language)) {
    throw new UsageError('--language requires an ISO 639 code such as de, or auto.');
  }
  return {
    ...(language !== undefined && { language: language === 'auto' ? null : language }),
    ...(model !== undefined && { model: model === 'best' ? null : model }),
    ...((has(input, 'translate') || has(input, 'translation')) && { translate: true }),
  };
}
