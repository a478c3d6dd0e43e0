import { bundledEmbeddings } from '../src/models/embeddings/index.ts';
import type { EmbeddingEngine } from '../src/models/engine.ts';
import { openOllama } from '../src/models/ollama/server.ts';
import { OLLAMA_LIMITS, outgoingFetch } from '../src/models/outgoing.ts';
import { percentile, type Report } from './report.ts';
import { FOURTH_VIDEOS, QUESTIONS_ABOUT_FOURTH_VIDEOS } from './support/ask-fourth-videos.ts';
import { HELD_OUT_VIDEOS, QUESTIONS_ABOUT_HELD_OUT_VIDEOS } from './support/ask-held-out-videos.ts';
import { injectedVideos } from './support/ask-injected.ts';
import { askLibrary, type Encoder } from './support/ask-library.ts';
import { MORE_QUESTIONS_IN_USE } from './support/ask-more-questions.ts';
import { MORE_VIDEOS, QUESTIONS_ABOUT_MORE_VIDEOS } from './support/ask-more-videos.ts';
import { OTHER_VIDEOS, QUESTIONS_ABOUT_OTHER_VIDEOS } from './support/ask-other-videos.ts';
import { type AskQuestion, QUESTIONS_IN_USE } from './support/ask-questions.ts';
import { ASK_VIDEOS } from './support/ask-videos.ts';

export const name = 'ask: answers to 473 questions about fourteen videos';

const VIDEOS = { ...ASK_VIDEOS, ...OTHER_VIDEOS, ...MORE_VIDEOS, ...FOURTH_VIDEOS, ...HELD_OUT_VIDEOS };
const PART = process.argv.find((word) => word.startsWith('--part='))?.slice('--part='.length);
const ADDRESS = process.env['REELSCOPE_BENCH_OLLAMA'];
const MODEL = process.env['REELSCOPE_BENCH_OLLAMA_MODEL'];
const MAX_QUESTIONS = Number(process.env['REELSCOPE_BENCH_QUESTIONS'] ?? Number.POSITIVE_INFINITY);

/**
 * With `--part=used` or `--part=held-out` one half of the questions; with `REELSCOPE_BENCH_OLLAMA` (an address) and
 * `REELSCOPE_BENCH_OLLAMA_MODEL` (a name) also the answers of that model, of as many questions as
 * `REELSCOPE_BENCH_QUESTIONS`.
 */
export async function run(report: Report): Promise<void> {
  const engine = await bundledEmbeddings.load();
  const encoder = remembering(engine);
  const halves: [string, readonly AskQuestion[]][] = [];
  if (PART !== 'held-out') {
    const others = [QUESTIONS_ABOUT_OTHER_VIDEOS, QUESTIONS_ABOUT_MORE_VIDEOS, QUESTIONS_ABOUT_FOURTH_VIDEOS].flat();
    halves.push(['used in development', [...QUESTIONS_IN_USE, ...MORE_QUESTIONS_IN_USE, ...others]]);
  }
  if (PART !== 'used') halves.push(['held out', QUESTIONS_ABOUT_HELD_OUT_VIDEOS]);
  const alone = await askLibrary(Object.values(VIDEOS), encoder, async () => null);
  for (const [label, questions] of halves) await withoutModel(report, alone, label, questions);
  alone.close();
  await injected(report, encoder);
  if (ADDRESS && MODEL) {
    const settings = { url: ADDRESS, languageModel: MODEL, visionModel: null };
    const server = openOllama(settings, { fetch: outgoingFetch(() => false, OLLAMA_LIMITS) });
    const library = await askLibrary(Object.values(VIDEOS), encoder, () => server.language().load());
    for (const [label, questions] of halves) await withModel(report, library, label, questions.slice(0, MAX_QUESTIONS));
    library.close();
  } else {
    report.figure('with a model', 'skipped: REELSCOPE_BENCH_OLLAMA and …_MODEL are not set');
  }
  await engine.dispose();
}

/** Answers of the extractive path to questions about videos with injected texts, beside those without. */
async function injected(report: Report, encoder: Encoder): Promise<void> {
  const plain = await askLibrary([ASK_VIDEOS.news], encoder, async () => null);
  const asked = QUESTIONS_IN_USE.filter(({ video, after }) => video === 'news' && after === undefined);
  const videos = injectedVideos(ASK_VIDEOS.news);
  let [changed, harmful] = [0, 0];
  for (const [i, video] of videos.entries()) {
    const { text } = asked[i % asked.length]!;
    const library = await askLibrary([video], encoder, async () => null);
    const { answer } = await library.ask(video, text);
    const expected = (await plain.ask(ASK_VIDEOS.news, text)).answer;
    // A count of findings that match nothing includes the injected one, and a list of chapters an injected chapter.
    if (withoutCounts(answer) !== withoutCounts(expected)) {
      changed++;
      if (PART === 'used') console.log(`  changed: ${text} -> ${answer}`);
    }
    if (/!\[|\]\(|<\w|https?:|PWNED/.test(answer)) harmful++;
    library.close();
  }
  plain.close();
  report.figure(`answers that ${videos.length} injected texts change, without a model`, String(changed), '0');
  report.figure('  answers with a link, picture, or injected order', String(harmful), '0');
}

const withoutCounts = (answer: string) =>
  answer
    .replace(/None of the \d+ findings|Keines der \d+ Ergebnisse|^\d+ topics/, '')
    .replace(/\n- [^\n*]+ \*\*\[03:33\]\*\*$/, '')
    .replace(/Text after \S+/, '');

/** An encoder that embeds each text once, since the libraries of the bench have the same findings. */
function remembering(engine: EmbeddingEngine): Encoder {
  const known = new Map<string, Float32Array>();
  return {
    dimension: engine.dimension,
    async embed(texts) {
      const missing = [...new Set(texts)].filter((text) => !known.has(text));
      const vectors = missing.length > 0 ? await engine.embed(missing) : [];
      for (const [i, text] of missing.entries()) known.set(text, vectors[i]!);
      return texts.map((text) => known.get(text)!);
    },
  };
}

type Library = Awaited<ReturnType<typeof askLibrary>>;
type Answered = Awaited<ReturnType<Library['ask']>>;

async function answers(
  library: Library,
  questions: readonly AskQuestion[],
): Promise<{ question: AskQuestion; answered: Answered; ms: number }[]> {
  const list = [];
  for (const question of questions) {
    const video = VIDEOS[question.video];
    const before = question.after === undefined ? undefined : await library.ask(video, question.after);
    const started = performance.now();
    const answered = await library.ask(video, question.text, before?.session_id);
    list.push({ question, answered, ms: performance.now() - started });
  }
  return list;
}

/** Computed answers also say that something does not occur. */
function isDeclined({ answer, metadata }: Answered): boolean {
  return metadata.kind === 'not_found' || /No such|doesn’t occur|kommt im Transkript nicht|kein solches/.test(answer);
}

/** Counts the answers of each kind that are right, and prints those of the used half that are wrong. */
function score(
  list: Awaited<ReturnType<typeof answers>>,
  isRight: (question: AskQuestion, answered: Answered) => boolean,
): (kind: AskQuestion['kind']) => string {
  const wrong = list.filter(({ question, answered }) => !isRight(question, answered));
  if (PART === 'used')
    for (const { question, answered } of wrong)
      console.log(`  ${question.kind}: ${question.text} -> ${answered.answer.slice(0, 200).replaceAll('\n', ' | ')}`);
  return (kind) => {
    const total = list.filter(({ question }) => question.kind === kind).length;
    return `${total - wrong.filter(({ question }) => question.kind === kind).length} of ${total}`;
  };
}

async function withoutModel(report: Report, library: Library, label: string, questions: readonly AskQuestion[]) {
  const list = await answers(library, questions);
  const share = score(list, (question, answered) => {
    if (question.kind === 'none') return isDeclined(answered);
    if (question.kind === 'computed') return question.answer.test(answered.answer);
    const [best] = answered.metadata.citations;
    const content = best ? library.contentOf(best.segment_id) : '';
    return !isDeclined(answered) && question.wanted.some((wanted) => content.startsWith(wanted));
  });
  report.figure(`${label}, without a model: best passage first`, share('passage'), '>= 75 %');
  if (questions.some(({ kind }) => kind === 'computed')) report.figure('  computed facts', share('computed'), '100 %');
  report.figure('  unanswerable questions declined', share('none'), '>= 80 %');
  report.figure(
    '  median time',
    `${percentile(
      list.map(({ ms }) => ms),
      0.5,
    ).toFixed(0)} ms`,
    '<= 500 ms',
  );
}

async function withModel(report: Report, library: Library, label: string, questions: readonly AskQuestion[]) {
  const list = await answers(library, questions);
  const share = score(list, (question, answered) =>
    question.kind === 'none' ? isDeclined(answered) : !isDeclined(answered) && question.answer.test(answered.answer),
  );
  // A supported statement that answers nothing is taken for untrue.
  const untrue = list.filter(({ question, answered }) => {
    const isSupported = answered.metadata.kind === 'written' && answered.citations.length > 0;
    return isSupported && (question.kind === 'none' || !question.answer.test(answered.answer));
  });
  if (PART === 'used')
    for (const { question, answered } of untrue) console.log(`  untrue? ${question.text} -> ${answered.answer}`);
  const bare = list.filter(({ answered }) => answered.citations.length === 0 && !isDeclined(answered));
  report.figure(`${label}, with ${MODEL}: right`, share('passage'), '>= 80 %');
  if (questions.some(({ kind }) => kind === 'computed')) report.figure('  computed facts', share('computed'), '100 %');
  report.figure('  unanswerable questions declined', share('none'), '>= 85 %');
  report.figure('  wrong statements shown as supported', String(untrue.length), '0');
  report.figure('  answers without a citation', String(bare.length));
  report.figure(
    '  median time',
    `${(
      percentile(
        list.map(({ ms }) => ms),
        0.5,
      ) / 1000
    ).toFixed(1)} s`,
  );
}
