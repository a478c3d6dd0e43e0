import { openStore } from '../src/db/index.ts';
import { bundledEmbeddings } from '../src/models/embeddings/index.ts';
import type { EmbeddingEngine } from '../src/models/engine.ts';
import { createCalibration } from '../src/server/embeddings/similarity-calibration.ts';
import { createSearchService } from '../src/server/search/search-service.ts';
import { addProcessed, addUser } from '../test/db/store-fixture.ts';
import { FINDINGS, MEANINGLESS, QUESTIONS } from '../test/server/search/related.ts';
import { TRANSLATED_FINDINGS, TRANSLATED_QUESTIONS } from '../test/server/search/translated.ts';
import type { Report } from './report.ts';

export const name = 'meaning: questions in 14 languages about findings in three';

const ENGLISH = QUESTIONS.map(({ question }) => question);
const ASKED: [language: string, questions: readonly string[]][] = [
  ['en', ENGLISH],
  ...Object.entries(TRANSLATED_QUESTIONS),
];
const SENTENCES = 1000;

/** Starts a clock of processor time, in seconds. */
function cpuSeconds(): () => number {
  const before = process.cpuUsage();
  return () => {
    const { user, system } = process.cpuUsage(before);
    return (user + system) / 1e6;
  };
}

export async function run(report: Report): Promise<void> {
  const before = process.memoryUsage().rss;
  const loading = cpuSeconds();
  const engine = await bundledEmbeddings.load();
  report.figure('load, processor time', `${(1000 * loading()).toFixed(0)} ms`);
  await speed(report, engine);
  report.figure('memory of the engine', `${((process.memoryUsage().rss - before) / 1e6).toFixed(0)} MB`);
  await ask(report, engine, 'English', FINDINGS, { en: 0.8, de: 0.7 });
  await ask(report, engine, 'German', TRANSLATED_FINDINGS.de, {});
  await ask(report, engine, 'Japanese', TRANSLATED_FINDINGS.ja, {});
  await engine.dispose();
}

async function speed(report: Report, engine: EmbeddingEngine): Promise<void> {
  const sentences = Array.from({ length: SENTENCES }, (_, i) => {
    const [, asked] = ASKED[i % ASKED.length]!;
    return `${i} ${asked[i % asked.length]}`;
  });
  await engine.embed(sentences.slice(0, 100));
  const time = cpuSeconds();
  await engine.embed(sentences);
  report.figure('sentences per second of processor time', (SENTENCES / time()).toFixed(0));
}

/**
 * Mean reciprocal rank of the first wanted finding: of the similarity alone, and of the whole search, which leaves out
 * what isn't near enough.
 */
async function ask(
  report: Report,
  engine: EmbeddingEngine,
  label: string,
  texts: readonly string[],
  bars: Readonly<Record<string, number>>,
): Promise<void> {
  const model = 'toy@1';
  const store = openStore({ path: ':memory:' });
  const userId = addUser(store);
  addProcessed(store, userId, texts, { vectors: await engine.embed(texts) });
  const embed = async (given: readonly string[]) => ({
    model,
    dimension: engine.dimension,
    vectors: await engine.embed(given),
    familiarity: given.map(engine.familiarity!),
  });
  await createCalibration(store, model, embed);
  const search = createSearchService(store, { engineId: () => model, embed });
  const find = async (query: string, mode: 'vector' | 'hybrid') =>
    (await search.search(userId, { query, mode, limit: 100 })).hits.map(({ content }) => content);
  for (const [language, asked] of ASKED) {
    const sum = { vector: 0, hybrid: 0 };
    for (const [i, { wanted }] of QUESTIONS.entries()) {
      const places = wanted.map((content) => texts[FINDINGS.indexOf(content)]!);
      for (const mode of ['vector', 'hybrid'] as const) {
        const place = (await find(asked[i]!, mode)).findIndex((content) => places.includes(content));
        if (place >= 0) sum[mode] += 1 / (place + 1);
      }
    }
    const mean = (value: number) => (value / QUESTIONS.length).toFixed(2);
    const bar = `>= ${bars[language] ?? 0.6}`;
    report.figure(`${label} findings, asked in ${language}: MRR of similarity`, mean(sum.vector), bar);
    report.figure('  of the whole search', mean(sum.hybrid), bar);
  }
  let nothing = 0;
  for (const text of MEANINGLESS) if ((await find(text, 'hybrid')).length === 0) nothing++;
  report.figure(`${label} findings: meaningless queries without hits`, `${nothing} of ${MEANINGLESS.length}`, '>= 18');
  store.close();
}
