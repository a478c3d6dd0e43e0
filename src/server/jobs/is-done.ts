import type { ModuleName } from '../../contract/analysis/modules.ts';
import { SpeechOptions } from '../../contract/analysis/processing.ts';
import type { JobView } from '../../db/jobs/job-state.ts';
import type { AnalysisOptions } from '../library/analysis-options.ts';
import { requestedChoice, storedChoice } from '../library/files/chosen-tracks.ts';
import { lacksStream } from './status.ts';

/** A requested analysis. */
export interface WantedAnalysis extends AnalysisOptions {
  modules: readonly ModuleName[];
}

/**
 * Returns whether the last analysis of a video completed all wanted modules with the wanted options. Pure.
 * @param unavailable modules that can't run now, so that another analysis would skip them again
 */
export function isDone(view: JobView, wanted: WantedAnalysis, unavailable: ReadonlySet<ModuleName>): boolean {
  const { video, modules } = view;
  if (video.status !== 'completed') return false;
  if (view.job?.depth === 'preview' && wanted.depth !== 'preview') return false;
  const isModuleDone = (name: ModuleName) => {
    const run = modules.find(({ module }) => module === name);
    if (!run) return false;
    return run.status === 'completed' || lacksStream(run) || (run.status === 'skipped' && unavailable.has(name));
  };
  return (
    wanted.modules.every(isModuleDone) &&
    (wanted.initialPrompt === undefined || wanted.initialPrompt === (video.initialPrompt ?? '')) &&
    (wanted.speakerCount === undefined || wanted.speakerCount === video.speakerCount) &&
    (wanted.speech === undefined || hasSpeech(video.speechOptions, wanted.speech)) &&
    (wanted.textLanguages === undefined || video.textLanguages === JSON.stringify(wanted.textLanguages)) &&
    hasTracks(video, wanted)
  );
}

function hasTracks(video: JobView['video'], wanted: WantedAnalysis): boolean {
  const choice = requestedChoice(video, wanted);
  return (
    choice === undefined ||
    JSON.stringify(choice ?? storedChoice({ trackChoice: null })) === JSON.stringify(storedChoice(video))
  );
}

/** @param stored JSON of SpeechOptions */
function hasSpeech(stored: string | null, wanted: SpeechOptions): boolean {
  const known = stored === null ? {} : SpeechOptions.parse(JSON.parse(stored));
  return known.model === wanted.model && known.language === wanted.language && known.translate === wanted.translate;
}
