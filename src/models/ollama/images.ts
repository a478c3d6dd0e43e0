import { sentence } from '../../core/texts/sentence.ts';
import { OllamaFailure } from './failure.ts';

/**
 * Longer side in pixels; vision models scale to about this size, so larger images only cost transfer time and tokens.
 */
const MAX_IMAGE_SIDE = 768;
/** Images with more pixels than this are not decoded. */
const MAX_INPUT_PIXELS = 100_000_000;

/** Converts an image to a JPEG of at most {@link MAX_IMAGE_SIDE}. @throws OllamaFailure `bad_request` */
export async function fitImage(encoded: Uint8Array): Promise<Uint8Array> {
  // Imported on demand: the server process sends text only.
  const [{ readRgb }, { encodeJpeg }] = await Promise.all([
    import('../../media/images/image.ts'),
    import('../../media/images/encode.ts'),
  ]);
  try {
    return encodeJpeg(await readRgb(encoded, MAX_INPUT_PIXELS, MAX_IMAGE_SIDE));
  } catch (cause) {
    throw new OllamaFailure('bad_request', sentence('ollama.image'), cause);
  }
}
