import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Conditions } from '../../src/contract/analysis/conditions.ts';
import type { ModuleName } from '../../src/contract/analysis/modules.ts';
import type { SegmentDraft } from '../../src/contract/analysis/segment.ts';
import type { TrackUse } from '../../src/contract/library/tracks.ts';
import type { MediaInfo } from '../../src/media/frames.ts';
import { analyze } from '../../src/pipeline/analyze.ts';
import type { RunSpec } from '../../src/pipeline/protocol.ts';
import { type MediaSpec, writeMedia } from '../../test/fixtures/media.ts';

/** A clip as the product analyzes it. */
export interface AnalyzedClip {
  media: MediaInfo;
  conditions: Conditions;
  tracks: TrackUse | null;
  segments: Map<ModuleName, SegmentDraft[]>;
  /** Of the modules that completed. */
  engines: Map<ModuleName, string | null>;
}

/** Writes a clip, and runs modules over it with the bundled models. @param then called while the file exists */
export async function analyzeClip(
  spec: MediaSpec,
  modules: readonly ModuleName[],
  then?: (clip: AnalyzedClip, run: RunSpec) => Promise<void>,
): Promise<AnalyzedClip> {
  const folder = await mkdtemp(join(tmpdir(), 'reelscope-bench-'));
  try {
    const path = join(folder, 'clip.mkv');
    const stillsFolder = join(folder, 'stills');
    await Promise.all([writeMedia(path, spec), mkdir(stillsFolder)]);
    let media: MediaInfo | undefined;
    let conditions: Conditions = { modules: {} };
    let tracks: TrackUse | null = null;
    const segments: AnalyzedClip['segments'] = new Map();
    const engines: AnalyzedClip['engines'] = new Map();
    const facts = { jobId: 'bench', finished: [], initialPrompt: null, brandWords: [] };
    const run: RunSpec = { ...facts, path, modules: [...modules], stillsFolder };
    await analyze(run, {
      signal: new AbortController().signal,
      embed: async () => null,
      send(message) {
        if (message.type === 'media') media = message.info;
        if (message.type === 'tracks') tracks = message.use;
        if (message.type === 'module' && message.status === 'completed') engines.set(message.module, message.engine);
        if (message.type === 'findings') segments.set(message.module, message.segments);
        if (message.type !== 'conditions') return;
        const { modules: notes, ...measured } = message.conditions;
        conditions = { ...conditions, ...measured, modules: { ...conditions.modules, ...notes } };
      },
    });
    const clip = { media: media!, conditions, tracks, segments, engines };
    await then?.(clip, run);
    return clip;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
