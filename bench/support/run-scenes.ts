import type { SegmentDraft } from '../../src/contract/analysis/segment.ts';
import { encodeJpeg } from '../../src/media/images/encode.ts';
import { runMediaPass } from '../../src/media/media-pass.ts';
import { openProbed } from '../../src/media/probe.ts';
import { scenes } from '../../src/modules/scenes/module.ts';

/** Detects the shots of a file as the product does: one pass, with encoded keyframes. */
export async function runScenes(path: string): Promise<SegmentDraft[]> {
  const { input, info } = await openProbed(path);
  const run = await scenes(null).start({
    media: info,
    settings: { brandWords: [], initialPrompt: null },
    selected: ['scenes'],
    log: { debug() {}, info() {}, warn() {}, error() {} },
    signal: new AbortController().signal,
    saveStill: async (still) => void encodeJpeg(still),
    segmentsOf: () => [],
    warn() {},
    onFinishProgress() {},
  });
  try {
    await runMediaPass(path, [run], { input });
    return await run.finish();
  } finally {
    await run.dispose();
  }
}
