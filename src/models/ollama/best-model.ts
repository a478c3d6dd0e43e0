/** Weights with fewer bytes rarely follow instructions; with more, most machines are too slow. */
const USABLE_BYTES = { min: 700e6, max: 12e9 };
/** Names of weights that continue a text instead of answering, that rate texts, or that write code. */
const BASE = /(?:^|[-:_.])(?:base|pretrained|pt|text)(?:$|[-:_.\d])/i;
const SPECIAL = /guard|embed|rerank|reward|ocr|translate/i;
const CODE = /cod(?:e|er|estral)/i;
/** Names of weights that were trained to describe images, and answer worse from text than others of their size. */
const IMAGES = /llava|moondream|minicpm-v|granite.{0,40}vision|vl(?:$|[-:_.\d])/i;

interface Choosable {
  name: string;
  sizeBytes: number;
  capabilities: readonly string[];
  /** Whether Ollama forwards requests for it to another machine. */
  remote: boolean;
}

/**
 * Returns the model that answers best by its kind and size, if none was chosen; undefined if none has the capability.
 * Models on other machines are used only when chosen. Pure.
 */
export function bestModel<Model extends Choosable>(
  models: readonly Model[],
  capability: 'completion' | 'vision',
): Model | undefined {
  const faults = ({ name, sizeBytes }: Model) =>
    (SPECIAL.test(name) ? 8 : 0) +
    (BASE.test(name) ? 4 : 0) +
    (sizeBytes < USABLE_BYTES.min || sizeBytes > USABLE_BYTES.max ? 2 : 0) +
    (capability === 'completion' && (CODE.test(name) || IMAGES.test(name)) ? 1 : 0);
  return models
    .filter(({ capabilities, remote }) => !remote && capabilities.includes(capability))
    .sort((a, b) => faults(a) - faults(b) || b.sizeBytes - a.sizeBytes)[0];
}
