import { createLogger } from '../src/base/logger.ts';
import { CHECK_VERDICTS, type CheckedText } from '../src/contract/evidence/checks.ts';
import { openStore } from '../src/db/index.ts';
import { createChecksService } from '../src/server/checks/check-text.ts';
import { addUser } from '../test/db/store-fixture.ts';
import type { Report } from './report.ts';
import { addVideos } from './support/ask-library.ts';
import { CHECK_VIDEOS, CHECKS_HELD_OUT, CHECKS_IN_USE, type CheckCase } from './support/check-passages.ts';
import { TWO_CITIES } from './support/check-videos.ts';

export const name = 'check-text: verdicts on 120 passages of articles';

const LONG_TEXT = 100_000;

/** With `--part=used`, prints the wrong verdicts of the half used in development. */
export async function run(report: Report): Promise<void> {
  const store = openStore({ path: ':memory:' });
  const userId = addUser(store);
  await addVideos(store, userId, CHECK_VIDEOS);
  const checks = createChecksService({
    store,
    citations: { idsOf: async () => [] },
    languageModel: async () => null,
    log: createLogger(() => {}),
  });
  if (!TWO_CITIES) report.figure('the reading of two-cities', 'skipped: its text is missing');
  for (const [label, cases] of [
    ['used in development', CHECKS_IN_USE],
    ['held out', CHECKS_HELD_OUT],
  ] as const) {
    const text = cases.map(({ paragraph }) => paragraph).join('\n\n');
    const checked = await checks.check(userId, text, {});
    score(report, label, cases, text, checked);
  }
  const article = CHECKS_IN_USE.map(({ paragraph }) => paragraph).join('\n\n');
  const long = Array.from({ length: Math.ceil(LONG_TEXT / article.length) }, () => article).join('\n\n');
  const started = performance.now();
  const { passages } = await checks.check(userId, long.slice(0, LONG_TEXT), {});
  const seconds = ((performance.now() - started) / 1000).toFixed(1);
  report.figure(`a text of 100 kB with ${passages.length} passages`, `${seconds} s`, '<= 10 s');
  store.close();
}

function score(
  report: Report,
  label: string,
  cases: readonly CheckCase[],
  text: string,
  { passages }: CheckedText,
): void {
  const verdicts = cases.map(({ paragraph, target }) => {
    const start = text.indexOf(paragraph) + paragraph.indexOf(target);
    const end = start + target.length;
    return passages.find((one) => one.start < end && one.end > start)?.verdict;
  });
  const isRight = (i: number) => verdicts[i] === cases[i]!.verdict;
  const count = (some: readonly number[]) => `${some.filter(isRight).length} of ${some.length}`;
  const all = cases.map((_, i) => i);
  report.figure(`${label}: right verdicts`, count(all), '>= 95 %');
  for (const verdict of CHECK_VERDICTS) {
    const own = all.filter((i) => cases[i]!.verdict === verdict);
    if (own.length > 0) report.figure(`  ${verdict}`, count(own));
  }
  const untrue = all.filter((i) => verdicts[i] === 'said_so' && cases[i]!.verdict !== 'said_so');
  report.figure('  “said so” for what wasn’t said so', String(untrue.length), '0');
  if (!process.argv.includes('--part=used') || label === 'held out') return;
  for (const i of all.filter((at) => !isRight(at)))
    console.log(`  ${cases[i]!.verdict} -> ${verdicts[i]}: ${cases[i]!.paragraph}`);
}
