import { OllamaFailure } from './failure.ts';

/** Longer side in pixels: vision models scale to about this much themselves, and more only costs transfer and tokens. */
export const MAX_IMAGE_SIDE = 768;
/** Pictures of an encoded size beyond this are not even opened. */
const MAX_INPUT_PIXELS = 100_000_000;

/** A picture as a model gets it: a JPEG of at most {@link MAX_IMAGE_SIDE}. @throws OllamaFailure `bad_request` */
export async function fitImage(encoded: Uint8Array): Promise<Uint8Array> {
  // Loaded when the first picture is sent: the server process only asks in words.
  const { default: sharp } = await import('sharp');
  try {
    return await sharp(encoded, { limitInputPixels: MAX_INPUT_PIXELS })
      .rotate()
      .resize(MAX_IMAGE_SIDE, MAX_IMAGE_SIDE, { fit: 'inside', withoutEnlargement: true })
      .jpeg({ quality: 85 })
      .toBuffer();
  } catch (cause) {
    throw new OllamaFailure('bad_request', 'The picture for the vision model can’t be read.', cause);
  }
}
