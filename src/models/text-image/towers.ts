import type { PreTrainedModel, Tensor } from '@huggingface/transformers';
import { throwIfAborted } from '../../base/abort.ts';
import type { Still } from '../../media/frames.ts';
import { normalize } from '../embeddings/text.ts';
import type { TEXT_TOWER_WEIGHTS, VISION_TOWER_WEIGHTS } from '../installer/layouts.ts';
import { localTransformers } from '../local-transformers.ts';

/** Pictures per run: more take memory and are hardly faster on processors. */
const PICTURES_PER_RUN = 4;
const TEXTS_PER_RUN = 16;
/** These models read 64 or 77 tokens; longer texts would only be tokenized in vain. */
const MAX_CHARACTERS = 1000;

/** Picture as its pixels. */
export type Pixels = Pick<Still, 'width' | 'height' | 'rgb'>;

type Transformers = Awaited<ReturnType<typeof localTransformers>>;

/** How a family of models is run: its classes, the outputs that are comparable, and the form of its texts. */
const FAMILIES = {
  clip: {
    text: (library: Transformers) => library.CLIPTextModelWithProjection,
    vision: (library: Transformers) => library.CLIPVisionModelWithProjection,
    outputs: { text: 'text_embeds', vision: 'image_embeds' },
    tokens: { padding: true, truncation: true, max_length: 77 },
    prepare: (text: string) => text,
  },
  // Trained on lowercase texts of exactly 64 tokens (Tschannen et al. 2025, arXiv:2502.14786).
  siglip: {
    text: (library: Transformers) => library.SiglipTextModel,
    vision: (library: Transformers) => library.SiglipVisionModel,
    outputs: { text: 'pooler_output', vision: 'pooler_output' },
    tokens: { padding: 'max_length', truncation: true, max_length: 64 },
    prepare: (text: string) => text.toLowerCase(),
  },
} as const;

/** Model types that can be run, by `model_type` of `config.json`. */
type TextImageFamily = keyof typeof FAMILIES;

interface Dtypes {
  vision: (typeof VISION_TOWER_WEIGHTS)[number][1];
  text: (typeof TEXT_TOWER_WEIGHTS)[number][1];
}

/** Opens an installed model's two networks with their first use. @throws Error for a model of another type */
export async function openTowers(folder: string, id: string, dtypes: Dtypes) {
  const library = await localTransformers(folder);
  const config = await library.AutoConfig.from_pretrained(id, { local_files_only: true });
  const type = (config as { model_type?: string | null }).model_type ?? '';
  if (!Object.hasOwn(FAMILIES, type)) throw new Error(`unsupported model type: ${type}`);
  const family = FAMILIES[type as TextImageFamily];
  const options = { device: 'cpu', local_files_only: true, session_options: { logSeverityLevel: 3 } } as const;

  const text = lazy(async () => ({
    tokenizer: await library.AutoTokenizer.from_pretrained(id, { local_files_only: true }),
    model: await family.text(library).from_pretrained(id, { ...options, dtype: dtypes.text }),
  }));
  const vision = lazy(async () => ({
    processor: await library.AutoProcessor.from_pretrained(id, { local_files_only: true }),
    model: await family.vision(library).from_pretrained(id, { ...options, dtype: dtypes.vision }),
  }));

  return {
    async embedTexts(texts: readonly string[], signal?: AbortSignal): Promise<Float32Array[]> {
      const { tokenizer, model } = await text.get();
      return inRuns(texts, TEXTS_PER_RUN, signal, (run) => {
        const prepared = run.map((one) => family.prepare(one.slice(0, MAX_CHARACTERS).toWellFormed()));
        return rowsOf(model, tokenizer(prepared, family.tokens), family.outputs.text);
      });
    },
    async embedPictures(pictures: readonly Pixels[], signal?: AbortSignal): Promise<Float32Array[]> {
      const { processor, model } = await vision.get();
      return inRuns(pictures, PICTURES_PER_RUN, signal, async (run) => {
        const images = run.map(
          ({ width, height, rgb }) => new library.RawImage(new Uint8ClampedArray(rgb), width, height, 3),
        );
        return rowsOf(model, await processor(images), family.outputs.vision);
      });
    },
    async dispose(): Promise<void> {
      await Promise.all([text.loaded(), vision.loaded()].map(async (part) => (await part)?.model.dispose()));
    },
  };
}

/** Loads once; a failed load is tried again with the next use. */
function lazy<T>(load: () => Promise<T>) {
  let value: Promise<T> | undefined;
  return {
    get(): Promise<T> {
      value ??= load().catch((error: unknown) => {
        value = undefined;
        throw error;
      });
      return value;
    },
    loaded: () => value?.catch(() => undefined),
  };
}

async function inRuns<Item>(
  items: readonly Item[],
  size: number,
  signal: AbortSignal | undefined,
  work: (run: Item[]) => Promise<Float32Array[]>,
): Promise<Float32Array[]> {
  const vectors: Float32Array[] = [];
  for (let from = 0; from < items.length; from += size) {
    throwIfAborted(signal);
    vectors.push(...(await work(items.slice(from, from + size))));
  }
  throwIfAborted(signal);
  return vectors;
}

/** Runs a network and returns the rows of an output as unit vectors. */
async function rowsOf(model: PreTrainedModel, inputs: object, output: string): Promise<Float32Array[]> {
  const { [output]: found } = (await model(inputs)) as Record<string, Tensor | undefined>;
  if (!found) throw new Error(`the network has no output ${output}`);
  const dimension = found.dims.at(-1)!;
  const data = found.data as Float32Array;
  const count = data.length / dimension;
  return Array.from({ length: count }, (_, row) => normalize(data.slice(row * dimension, (row + 1) * dimension)));
}
