import type { RawImage } from '@huggingface/transformers';
import { dictionary } from '../base/dictionary.ts';
import { cutPixels, type Samples, scaleSamples } from '../media/images/scale.ts';

type ImageClass = typeof RawImage;

/** The methods of transformers.js that need an image library, by which it prepares images for its networks. */
interface Preparation {
  resize(width: number | null, height: number | null, options?: { resample?: number | string }): Promise<RawImage>;
  /** @param area first and last column and row: left, top, right, bottom */
  crop(area: [number, number, number, number]): Promise<RawImage>;
  center_crop(width: number, height: number): Promise<RawImage>;
  /** @param sizes left, right, top, bottom */
  pad(sizes: [number, number, number, number]): Promise<RawImage>;
}

/** Filters by Pillow's numbers, in which models state theirs. */
const FILTERS: Readonly<Record<string, 'nearest' | 'lanczos' | 'bicubic' | 'box'>> = dictionary({
  0: 'nearest',
  1: 'lanczos',
  3: 'bicubic',
  4: 'box',
});

/**
 * Lets images be scaled and cut by FFmpeg instead of sharp, which must not be loaded (docs/platforms.md). It averages
 * the pixels that fall into one, as Pillow did when the models were trained.
 */
export function scaleByFfmpeg(image: ImageClass): void {
  const create = ({ data, width, height, channels }: Samples): RawImage =>
    new image(data as Uint8ClampedArray, width, height, channels);
  const methods: Preparation & ThisType<RawImage> = {
    async resize(wide, high, { resample = 2 } = {}) {
      const width = Math.max(1, Math.round(wide || ((high || this.height) / this.height) * this.width));
      const height = Math.max(1, Math.round(high || (width / this.width) * this.height));
      if (width === this.width && height === this.height) return this;
      return create(scaleSamples(samplesOf(this), width, height, FILTERS[resample] ?? 'bilinear'));
    },
    async crop([left, top, right, bottom]) {
      const [x, y] = [Math.max(0, left), Math.max(0, top)];
      const [width, height] = [Math.min(right, this.width - 1) - x + 1, Math.min(bottom, this.height - 1) - y + 1];
      return create(cutPixels(samplesOf(this), x, y, width, height));
    },
    async center_crop(width, height) {
      // Rounded toward the center, as transformers.js does.
      const start = (size: number, wanted: number) => Math.trunc((size - wanted) / 2);
      return create(cutPixels(samplesOf(this), start(this.width, width), start(this.height, height), width, height));
    },
    async pad([left, right, top, bottom]) {
      const [x, y] = [Math.max(0, left), Math.max(0, top)];
      const [width, height] = [this.width + x + Math.max(0, right), this.height + y + Math.max(0, bottom)];
      return create(cutPixels(samplesOf(this), -x, -y, width, height));
    },
  };
  Object.assign(image.prototype, methods);
}

function samplesOf({ data, width, height, channels }: RawImage): Samples {
  return { data, width, height, channels };
}
