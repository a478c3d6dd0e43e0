import { editDistance } from '../src/base/edit-distance.ts';
import { foldLetters } from '../src/base/text-fold.ts';
import type { CloserModule } from '../src/contract/analysis/closer-look.ts';
import { SENSES } from '../src/contract/analysis/coverage-map.ts';
import { explainMiss } from '../src/core/coverage-map/explain.ts';
import type { AnalysisFacts } from '../src/core/coverage-map/facts.ts';
import { lookCloser } from '../src/pipeline/closer/look-closer.ts';
import type { RunSpec } from '../src/pipeline/protocol.ts';
import type { Report } from './report.ts';
import { type AnalyzedClip, analyzeClip } from './support/analyze-clip.ts';
import { BEYOND_MODELS, type GeneratedMiss, generatedMisses } from './support/generated-misses.ts';
import { hasPhotos } from './support/hard-pictures.ts';
import { wordsHeard } from './support/hard-speech.ts';

export const name = 'coverage: why something was missed, and whether a closer look finds it, in 60 generated clips';

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
  const closer = { found: 0, findable: 0 };
  for (const { title, seed } of isPart ? HALVES.slice(0, 1) : HALVES) {
    const misses = (await generatedMisses(seed)).filter((miss) => kind === undefined || miss.kind === kind);
    const named: { miss: GeneratedMiss; reason: string; closer: CloserFindings }[] = [];
    for (const miss of misses) {
      let found: CloserFindings = { isFound: false, others: [], seconds: 0 };
      const clip = await analyzeClip(miss.media, miss.modules, async (analyzed, run) => {
        found = await findCloser(analyzed, run, miss);
      });
      const { reason } = explain(clip, miss);
      named.push({ miss, reason, closer: found });
      if (IS_VERBOSE) console.log(`  ${miss.kind}: closer`, found, miss.truth);
      if (IS_VERBOSE && reason !== miss.reason) console.log(`  ${miss.kind}: ${miss.reason} -> ${reason}`, miss.miss);
    }
    const count = (some: typeof named) => some.filter(({ miss, reason }) => reason === miss.reason).length;
    right += count(named);
    report.figure(`${title}: true reason`, `${count(named)} of ${named.length}`);
    for (const [kind, own] of Map.groupBy(named, ({ miss }) => miss.kind))
      report.figure(`  ${kind}`, `${count(own)} of ${own.length}`);
    const isFindable = ({ truth, kind }: GeneratedMiss) => truth !== undefined && !BEYOND_MODELS.has(kind);
    const findable = named.filter(({ miss }) => isFindable(miss));
    const found = named.filter(({ closer: { isFound } }) => isFound);
    const counted = found.filter(({ miss }) => isFindable(miss)).length;
    closer.found += counted;
    closer.findable += findable.length;
    report.figure(`${title}: found by looking closer`, `${counted} of ${findable.length} findable`);
    for (const [kind, own] of Map.groupBy(named, ({ miss }) => miss.kind)) {
      const able = own.filter(({ miss }) => miss.truth);
      const share = `${able.filter((one) => found.includes(one)).length} of ${able.length}`;
      const beyond = BEYOND_MODELS.has(kind) ? `${share}, beyond the installed models` : share;
      report.figure(`  ${kind}`, able.length > 0 ? beyond : 'nothing to find for the installed models');
    }
    const others = named.flatMap(({ closer: { others } }) => others);
    report.figure(`${title}: findings of what isn’t there`, `${others.length} (${others.join(', ')})`);
  }
  if (isPart || kind !== undefined) return;
  report.figure('true reason, both halves', `${right} of 60`, '>= 54');
  const share = Math.round((100 * closer.found) / closer.findable);
  report.figure('found by looking closer, both halves', `${share} % of ${closer.findable} findable`, '>= 60 %');
}

interface CloserFindings {
  isFound: boolean;
  /** New findings of what is not there. */
  others: string[];
  seconds: number;
}

/** Looks closer at the range of a miss, as the product does. */
async function findCloser(clip: AnalyzedClip, run: RunSpec, { miss, truth }: GeneratedMiss): Promise<CloserFindings> {
  const started = performance.now();
  const found: string[] = [];
  await lookCloser(
    {
      run: { ...run, finished: [...clip.segments].map(([module, segments]) => ({ module, segments })) },
      range: { start: miss.start, end: miss.end },
      region: null,
      modules: [miss.module as CloserModule],
      skippedTracks: skippedTracksOf(clip),
    },
    {
      signal: new AbortController().signal,
      embed: async () => null,
      send(message) {
        if (message.type === 'findings') found.push(...message.segments.map(({ content }) => content));
      },
    },
  );
  const isTruth = (content: string): boolean => truth?.some((one) => isSaid(one, content)) ?? false;
  const seconds = Math.round((performance.now() - started) / 100) / 10;
  const isFound = found.some(isTruth) || (truth?.some((one) => isSaid(one, found.join(' '))) ?? false);
  return { isFound, others: found.filter((content) => !isTruth(content)), seconds };
}

/** Whether a finding is of what is there: at least 70 % of its words, or letters. */
function isSaid(truth: string, content: string): boolean {
  const [wanted, letters] = [foldLetters(truth), foldLetters(content)];
  const isClose = 1 - editDistance(wanted, letters) / Math.max(1, wanted.length, letters.length) >= 0.7;
  return isClose || wordsHeard(truth, content) >= 0.7;
}

const skippedTracksOf = ({ tracks }: AnalyzedClip): number[] =>
  (tracks?.audio ?? []).filter(({ state }) => state === 'unheard').map(({ number }) => number);

function explain(clip: AnalyzedClip, { miss, modules }: GeneratedMiss) {
  const duration = clip.media.duration;
  const facts: AnalysisFacts = {
    duration,
    conditions: clip.conditions,
    picture: clip.media.video,
    hasSound: clip.media.audio !== null,
    skippedTracks: skippedTracksOf(clip),
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
