import type { ModuleName } from '../../../src/contract/modules.ts';
import type { SegmentDraft } from '../../../src/contract/segment.ts';
import type { ModuleContext } from '../../../src/modules/module.ts';

export interface TestContext extends ModuleContext {
  /** Times of the saved stills. */
  readonly kept: number[];
}

/** The context that the runner passes to a module, with given segments of other modules. */
export function moduleContext(
  chosen: readonly ModuleName[],
  options: { segments?: Partial<Record<ModuleName, SegmentDraft[]>>; brandWords?: string[]; duration?: number } = {},
): TestContext {
  const kept: number[] = [];
  const quiet = () => {};
  return {
    kept,
    selected: chosen,
    media: {
      container: 'mov',
      duration: options.duration ?? 0,
      sizeBytes: 1,
      audio: null,
      video: { codec: 'h264', width: 640, height: 360, rotation: 0, frameRate: 10, pixelFormat: 'yuv420p' },
    },
    settings: { brandWords: options.brandWords ?? [], initialPrompt: null },
    log: { debug: quiet, info: quiet, warn: quiet, error: quiet },
    signal: new AbortController().signal,
    saveStill: async (still) => void kept.push(still.time),
    segmentsOf: (module) => options.segments?.[module] ?? [],
    warn: quiet,
    onFinishProgress: quiet,
  };
}
