import { SENSES } from '../src/contract/analysis/coverage-map.ts';
import { explainMiss } from '../src/core/coverage-map/explain.ts';
import type { AnalysisFacts } from '../src/core/coverage-map/facts.ts';
import type { Report } from './report.ts';
import { type AnalyzedClip, analyzeClip } from './support/analyze-clip.ts';
import { type GeneratedMiss, generatedMisses } from './support/generated-misses.ts';
import { hasPhotos } from './support/hard-pictures.ts';

export const name = 'coverage: the reason why something was missed, in 60 generated clips';

const HALVES = [
  { title: 'used in development', seed: 1 },
  { title: 'held out', seed: 2 },
];

const IS_VERBOSE = process.env['REELSCOPE_BENCH_VERBOSE'] !== undefined;

/** With `--part=used`, measures the half used in development only. */
export async function run(report: Report): Promise<void> {
  if (!hasPhotos) return report.figure('generated misses', 'skipped: the photos of the shared media are missing');
  const isPart = process.argv.includes('--part=used');
  const kind = process.argv.find((word) => word.startsWith('--kind='))?.split('=')[1];
  let right = 0;
  for (const { title, seed } of isPart ? HALVES.slice(0, 1) : HALVES) {
    const misses = (await generatedMisses(seed)).filter((miss) => kind === undefined || miss.kind === kind);
    const named: { miss: GeneratedMiss; reason: string }[] = [];
    for (const miss of misses) {
      const { reason } = explain(await analyzeClip(miss.media, miss.modules), miss);
      named.push({ miss, reason });
      if (IS_VERBOSE && reason !== miss.reason) console.log(`  ${miss.kind}: ${miss.reason} -> ${reason}`, miss.miss);
    }
    const count = (some: typeof named) => some.filter(({ miss, reason }) => reason === miss.reason).length;
    right += count(named);
    report.figure(`${title}: true reason`, `${count(named)} of ${named.length}`);
    for (const [kind, own] of Map.groupBy(named, ({ miss }) => miss.kind))
      report.figure(`  ${kind}`, `${count(own)} of ${own.length}`);
  }
  if (!isPart && kind === undefined) report.figure('true reason, both halves', `${right} of 60`, '>= 54');
}

function explain(clip: AnalyzedClip, { miss, modules }: GeneratedMiss) {
  const duration = clip.media.duration;
  const facts: AnalysisFacts = {
    duration,
    conditions: clip.conditions,
    picture: clip.media.video,
    skippedTracks: (clip.tracks?.audio ?? []).filter(({ state }) => state === 'unheard').map(({ number }) => number),
    coverage: SENSES.map((module) => ({
      module,
      status: modules.includes(module) ? 'completed' : 'not_run',
      findings: 0,
      start_time: 0,
      end_time: duration,
      engine: clip.engines.get(module) ?? null,
      error: null,
    })),
  };
  const found = (clip.segments.get(miss.module) ?? []).map(({ content, start_time, end_time }, i) => ({
    id: String(i),
    content,
    start: start_time,
    end: end_time,
  }));
  return explainMiss(facts, miss, { found, removed: [] });
}
