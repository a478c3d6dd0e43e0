import { SpeechOptions } from '../../contract/analysis/processing.ts';
import { TextLanguages } from '../../contract/analysis/text-languages.ts';
import type { EngineSettings } from '../../contract/system/engine-settings.ts';
import type { VideoRow } from '../../db/schema.ts';

/**
 * Engine settings of one attempt: those of the installation, with the options that the user chose for the video. Pure.
 * @param attempts number of this attempt, from 1; a repeated one decodes in software, since a driver may have crashed
 * the first
 */
export function enginesOfRun(
  engines: EngineSettings,
  { speechOptions, textLanguages }: Pick<VideoRow, 'speechOptions' | 'textLanguages'>,
  attempts: number,
): EngineSettings {
  return {
    ...engines,
    ...(attempts > 1 && engines.decoding === 'auto' && { decoding: 'retry' as const }),
    ...(speechOptions !== null && { speech: { ...engines.speech, ...chosenSpeech(speechOptions) } }),
    ...(textLanguages !== null && { textLanguages: TextLanguages.parse(JSON.parse(textLanguages)) }),
  };
}

/** Speech options that are set. @param stored JSON of SpeechOptions */
function chosenSpeech(stored: string) {
  const { model, language, translate } = SpeechOptions.parse(JSON.parse(stored));
  return {
    ...(model !== undefined && { model }),
    ...(language !== undefined && { language }),
    ...(translate !== undefined && { translate }),
  };
}
