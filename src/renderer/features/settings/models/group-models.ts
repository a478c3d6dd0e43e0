import { MODEL_TASKS, type ModelInfo, type ModelList, type SpeechTier } from '../../../../contract/system/models.ts';

interface RecommendedModel {
  tier: SpeechTier;
  model: ModelInfo;
}

/** Models as the page lists them; each occurs once, but those for speakers also among the installed ones. */
export interface ModelGroups {
  recommended: RecommendedModel[];
  /** Those that distinguish speakers: by voice, and by turn. */
  speakers: ModelInfo[];
  /** On this computer, or on their way to it. */
  installed: ModelInfo[];
  /** The rest, by task. */
  others: { task: ModelInfo['task']; models: ModelInfo[] }[];
}

/** Tasks that *Add larger models* installs a model for, the first of the catalog each. */
const SPEAKER_TASKS = ['speaker-embedding', 'speaker-segmentation'] as const;

/** Groups the models: recommended for this computer, for speakers, installed, and the rest by task. */
export function groupModels({ models, recommended_speech }: ModelList): ModelGroups {
  const recommended = recommended_speech.flatMap(({ tier, model_id }) => {
    const model = models.find(({ id }) => id === model_id);
    return model ? [{ tier, model }] : [];
  });
  const speakers = SPEAKER_TASKS.flatMap((task) => models.find((model) => model.task === task) ?? []);
  const rest = models.filter((model) => !recommended.some((one) => one.model === model));
  const isHere = ({ status }: ModelInfo) => status !== 'available';
  return {
    recommended,
    speakers,
    installed: rest.filter(isHere),
    others: MODEL_TASKS.map((task) => ({
      task,
      models: rest.filter((model) => model.task === task && !isHere(model) && !speakers.includes(model)),
    })).filter(({ models }) => models.length > 0),
  };
}
