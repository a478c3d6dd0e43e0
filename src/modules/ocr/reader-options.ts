import type { ModuleContext } from '../module.ts';
import type { ReaderOptions } from './reader.ts';

/** Options of a reader that follow from the run of a module. */
export function readerOptions(
  context: ModuleContext,
): Pick<ReaderOptions, 'signal' | 'rotation' | 'pixels' | 'keepStill'> {
  const { signal, media } = context;
  return {
    signal,
    rotation: media.video?.rotation ?? 0,
    pixels: (media.video?.width ?? 0) * (media.video?.height ?? 0),
    keepStill: (still) => context.saveStill(still),
  };
}
