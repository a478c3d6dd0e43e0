import { describe, expect, it } from 'vitest';
import { MODULE_CATALOG, type ModuleName } from '../../../../src/contract/analysis/modules.ts';
import type { SegmentDraft } from '../../../../src/contract/analysis/segment.ts';
import { chapters } from '../../../../src/modules/chapters/module.ts';
import type { AnalysisModule, ModuleContext } from '../../../../src/modules/module.ts';
import { summary } from '../../../../src/modules/summary/module.ts';
import { found, shots, speech } from './some-findings.ts';

const silent = { debug() {}, info() {}, warn() {}, error() {} };

/** A context that rejects reads that the catalog does not allow the module. */
function contextOf({ name }: AnalysisModule, by: Partial<Record<ModuleName, SegmentDraft[]>>): ModuleContext {
  const video = { codec: 'h264', width: 640, height: 360, rotation: 0, frameRate: 25, pixelFormat: 'yuv420p' } as const;
  const reads: readonly ModuleName[] = MODULE_CATALOG[name].reads;
  return {
    media: { container: 'mov', duration: 10, sizeBytes: 1, video, audio: null },
    settings: { brandWords: [], initialPrompt: null },
    selected: [name],
    log: silent,
    signal: new AbortController().signal,
    saveStill: async () => {},
    segmentsOf(module) {
      expect(reads).toContain(module);
      return by[module] ?? [];
    },
    warn() {},
    onFinishProgress() {},
  };
}

describe.each([summary, chapters])('$name', (module) => {
  it('requires no model and no stream, and reads only its declared modules', async () => {
    expect(module.input).toBe('segments');
    expect(await module.availability()).toEqual({ available: true });
    const visualelements = [found('dog', 0, 58), found('car', 62, 120)];
    const transcription = speech(['The dog waits at the bridge.']);
    const by = { visualelements, scenes: shots(120, 30, 60, 90), transcription };
    const run = await module.start(contextOf(module, by));
    expect(run.engine).toEqual(await module.engine());
    expect(run.needs).toEqual({});
    const segments = await run.finish();
    await run.dispose();
    // The last shot ends later than the container states.
    expect([segments[0]!.start_time, segments.at(-1)!.end_time]).toEqual([0, 120]);
    expect(segments[0]!.content).toMatch(/dog/i);
  });

  it('returns nothing without findings', async () => {
    const run = await module.start(contextOf(module, {}));
    expect(await run.finish()).toEqual([]);
  });
});
