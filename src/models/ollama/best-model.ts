import type { OllamaModel } from './model-registry.ts';

/** Weights with fewer bytes rarely follow instructions; with more, most machines are too slow. */
const USABLE_BYTES = { min: 700e6, max: 12e9 };
/** Names of weights that continue a text instead of answering, that rate texts, or that write code. */
const BASE = /(?:^|[-:_.])(?:base|pretrained|pt|text)(?:$|[-:_.\d])/i;
const SPECIAL = /guard|embed|rerank|reward|ocr|translate/i;
const CODE = /cod(?:e|er|estral)/i;

/** Returns the model that answers best by its name and size, if none was chosen; undefined if there are none. Pure. */
export function bestModel(models: readonly OllamaModel[]): OllamaModel | undefined {
  const faults = ({ name, sizeBytes }: OllamaModel) =>
    (SPECIAL.test(name) ? 8 : 0) +
    (BASE.test(name) ? 4 : 0) +
    (sizeBytes < USABLE_BYTES.min || sizeBytes > USABLE_BYTES.max ? 2 : 0) +
    (CODE.test(name) ? 1 : 0);
  return models.toSorted((a, b) => faults(a) - faults(b) || b.sizeBytes - a.sizeBytes)[0];
}
