import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, parse } from 'node:path';
import { MODULE_NAMES, type ModuleName } from '../src/contract/analysis/modules.ts';
import type { SegmentDraft } from '../src/contract/analysis/segment.ts';
import { compress, type ModuleFinding } from '../src/models/language/compress.ts';
import { estimateTokens } from '../src/models/language/tokens.ts';
import { analyze } from '../src/pipeline/analyze.ts';
import type { FromWorker } from '../src/pipeline/protocol.ts';
import { writeMedia } from '../test/fixtures/media.ts';
import type { Report } from './report.ts';
import { textPictures } from './support/text-pictures.ts';

export const name = 'context: prompt size of a language model, in tokens';

const CLIPS = ['bikes.mp4', 'bbb.mp4', 'cockatoo.mp4'].map((file) =>
  join(import.meta.dirname, '../../shared/media', file),
);
/** Modules that run without an installed model. */
const MODULES = MODULE_NAMES.filter((module) => module !== 'transcription');
/** The smallest context of a model that is recommended (moondream). */
const SMALL_CONTEXT = 2048;
const LONG_COPIES = 100;

/** Findings of real runs: as JSON as the API returns them, and compressed as prompts carry them. */
export async function run(report: Report): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'reelscope-bench-'));
  try {
    let longest: ModuleFinding[] = [];
    const clips = CLIPS.filter(existsSync);
    for (const path of clips.length > 0 ? clips : [await madeClip(folder)]) {
      const findings = await findingsOf(path, folder);
      compare(report, parse(path).base, findings);
      if (findings.length > longest.length) longest = findings;
    }
    const long = repeated(longest, LONG_COPIES);
    compare(report, `${LONG_COPIES} times the longest clip`, long);
    const started = performance.now();
    const fitted = compress(long, SMALL_CONTEXT);
    report.figure('the same, compressed to 2048 tokens', String(estimateTokens(fitted)), '<= 2048');
    report.figure('time to compress', `${(performance.now() - started).toFixed(0)} ms`);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Generated where the shared clips are missing. */
async function madeClip(folder: string): Promise<string> {
  const path = join(folder, 'texts.mp4');
  const pictures = (await textPictures(3)).flatMap(({ image }) => new Array(10).fill(image));
  const { width, height } = pictures[0]!;
  await writeMedia(path, { video: { width, height, frameRate: 5, pictures, crf: 28, gop: 50 } });
  return path;
}

function compare(report: Report, subject: string, findings: readonly ModuleFinding[]): void {
  const raw = estimateTokens(JSON.stringify(findings));
  const bare = estimateTokens(
    JSON.stringify(
      findings.map(({ module, content, start_time, end_time }) => ({ module, content, start_time, end_time })),
    ),
  );
  const compressed = estimateTokens(compress(findings));
  const share = ((100 * compressed) / raw).toFixed(1);
  report.figure(`${subject}, ${findings.length} findings: raw; without data`, `${raw}, ${bare}`);
  report.figure(`${subject}: compressed`, `${compressed} (${share} % of raw)`);
}

async function findingsOf(path: string, folder: string): Promise<ModuleFinding[]> {
  const stillsFolder = await mkdtemp(join(folder, 'stills-'));
  const found: ModuleFinding[] = [];
  const send = (message: FromWorker) => {
    if (message.type === 'findings')
      found.push(...message.segments.map((segment) => withModule(segment, message.module)));
  };
  await analyze(
    {
      jobId: 'bench',
      path,
      modules: MODULES,
      finished: [],
      brandWords: [],
      initialPrompt: null,
      stillsFolder,
    },
    { send, signal: new AbortController().signal, embed: async () => null },
  );
  return found;
}

const withModule = (segment: SegmentDraft, module: ModuleName): ModuleFinding => ({ ...segment, module });

/** The findings repeated one after the other in time. */
function repeated(findings: readonly ModuleFinding[], copies: number): ModuleFinding[] {
  const length = Math.max(...findings.map(({ end_time }) => end_time));
  return Array.from({ length: copies }, (_, copy) =>
    findings.map((finding) => ({
      ...finding,
      content: `${finding.content} ${copy}`,
      start_time: finding.start_time + copy * length,
      end_time: finding.end_time + copy * length,
    })),
  ).flat();
}
