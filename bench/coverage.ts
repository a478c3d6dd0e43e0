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
import { findingVariant } from './support/findable.ts';
import { type GeneratedMiss, generatedMisses } from './support/generated-misses.ts';
import { hasPhotos } from './support/hard-pictures.ts';
import { wordsHeard } from './support/hard-speech.ts';

export const name = 'coverage: why something was missed, and whether a closer look finds it, in 60 generated clips';

const HALVES = [
  { title: 'used in development', seed: 1 },
  { title: 'held out', seed: 2 },
];

const IS_VERBOSE = process.env['REELSCOPE_BENCH_VERBOSE'] !== undefined;

/** With `--part=used` or `--part=held`, measures one half; with `--kind=…`, one kind. */
export async function run(report: Report): Promise<void> {
  if (!hasPhotos) return report.figure('generated misses', 'skipped: the photos of the shared media are missing');
  const option = (name: string) => process.argv.find((word) => word.startsWith(`--${name}=`))?.split('=')[1];
  const [part, kind] = [option('part'), option('kind')];
  let right = 0;
  const total = { found: 0, findable: 0 };
  for (const { title, seed } of HALVES.filter((half) => half.title.startsWith(part ?? ''))) {
    const misses = (await generatedMisses(seed)).filter((miss) => kind === undefined || miss.kind === kind);
    const named: { miss: GeneratedMiss; reason: string; isFindable: boolean; closer: CloserFindings }[] = [];
    for (const miss of misses) {
      let findable = false;
      let found: CloserFindings = { isFound: false, others: [], seconds: 0 };
      const clip = await analyzeClip(miss.media, miss.modules, async (analyzed, run) => {
        findable = await isFindable(miss, run.path);
        found = await findCloser(analyzed, run, miss);
      });
      const { reason } = explain(clip, miss);
      named.push({ miss, reason, isFindable: findable, closer: found });
      if (IS_VERBOSE) console.log(`  ${miss.kind}: closer`, found, findable, miss.truth);
      if (IS_VERBOSE && reason !== miss.reason) console.log(`  ${miss.kind}: ${miss.reason} -> ${reason}`, miss.miss);
    }
    const count = (some: typeof named) => some.filter(({ miss, reason }) => reason === miss.reason).length;
    right += count(named);
    report.figure(`${title}: true reason`, `${count(named)} of ${named.length}`);
    for (const [kind, own] of Map.groupBy(named, ({ miss }) => miss.kind))
      report.figure(`  ${kind}`, `${count(own)} of ${own.length}`);
    const all = { found: 0, findable: 0 };
    for (const [kind, own] of Map.groupBy(named, ({ miss }) => miss.kind)) {
      const able = own.filter((one) => one.isFindable);
      const found = able.filter(({ closer }) => closer.isFound).length;
      const lucky = own.filter(({ closer }) => closer.isFound).length - found;
      const beside = lucky > 0 ? `, and ${lucky} that no processing of the grid shows` : '';
      report.figure(`  ${kind}: found by looking closer`, `${found} of ${able.length} findable${beside}`);
      all.found += found;
      all.findable += able.length;
    }
    total.found += all.found;
    total.findable += all.findable;
    report.figure(`${title}: found by looking closer`, `${all.found} of ${all.findable} findable`);
    const others = named.flatMap(({ closer: { others } }) => others);
    report.figure(`${title}: findings of what isn’t there`, `${others.length} (${others.join(', ')})`);
  }
  if (part !== undefined || kind !== undefined) return;
  report.figure('true reason, both halves', `${right} of 60`, '>= 54');
  const share = Math.round((100 * total.found) / total.findable);
  report.figure('found by looking closer, both halves', `${share} % of ${total.findable} findable`, '>= 60 %');
}

/** Nothing makes these hard to recognize; the analysis just did not look. */
const PLAIN: ReadonlySet<string> = new Set(['skipped track', 'module not run']);

/** Whether an installed model finds it in the file, processed in one of many ways, whatever looking closer does. */
async function isFindable(miss: GeneratedMiss, path: string): Promise<boolean> {
  if (miss.truth === undefined || PLAIN.has(miss.kind)) return miss.truth !== undefined;
  return (await findingVariant(miss, path, (content) => isTruth(miss, content))) !== null;
}

const isTruth = ({ truth }: GeneratedMiss, content: string): boolean =>
  truth?.some((one) => isSaid(one, content)) ?? false;

interface CloserFindings {
  isFound: boolean;
  /** New findings of what is not there. */
  others: string[];
  seconds: number;
}

/** Looks closer at the range of a miss, as the product does. */
async function findCloser(clip: AnalyzedClip, run: RunSpec, generated: GeneratedMiss): Promise<CloserFindings> {
  const { miss } = generated;
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
  const seconds = Math.round((performance.now() - started) / 100) / 10;
  const isIt = (content: string) => isTruth(generated, content);
  const isFound = found.some(isIt) || isIt(found.join(' '));
  return { isFound, others: found.filter((content) => !isIt(content)), seconds };
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
