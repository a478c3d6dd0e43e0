import { MODEL_TASKS, type ModelInfo, type ModelList, type SpeechTier } from '../../../../contract/models.ts';

interface RecommendedModel {
  tier: SpeechTier;
  model: ModelInfo;
}

/** Models as the page lists them; each occurs once. */
export interface ModelGroups {
  recommended: RecommendedModel[];
  /** On this computer, or on their way to it. */
  installed: ModelInfo[];
  /** The rest, by task. */
  others: { task: ModelInfo['task']; models: ModelInfo[] }[];
}

/** Groups the models: recommended for this computer, installed, and the rest by task. */
export function groupModels({ models, recommended_speech }: ModelList): ModelGroups {
  const recommended = recommended_speech.flatMap(({ tier, model_id }) => {
    const model = models.find(({ id }) => id === model_id);
    return model ? [{ tier, model }] : [];
  });
  const rest = models.filter((model) => !recommended.some((one) => one.model === model));
  const isHere = ({ status }: ModelInfo) => status !== 'available';
  return {
    recommended,
    installed: rest.filter(isHere),
    others: MODEL_TASKS.map((task) => ({
      task,
      models: rest.filter((model) => model.task === task && !isHere(model)),
    })).filter(({ models }) => models.length > 0),
  };
}
