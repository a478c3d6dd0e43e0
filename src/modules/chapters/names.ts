import type { ModuleName } from '../../contract/analysis/modules.ts';
import { sentence } from '../../core/texts/sentence.ts';
import type { Findings } from '../shared/findings/findings.ts';
import { confidentSegments, labelParam, labelTimes } from '../shared/findings/labels.ts';
import type { Sentence } from '../shared/findings/sentences.ts';
import type { Title } from '../shared/findings/titles.ts';
import type { Embed } from '../shared/language-model/sentence-encoder.ts';
import { keyphrases } from '../shared/text/phrases.ts';
import { withoutSmallTalk } from '../shared/text/small-talk.ts';
import { languageOf } from '../shared/text/stop-words.ts';
import { wordTokens } from '../shared/text/tokens.ts';
import { capitalize } from '../shared/text/wording.ts';
import { type Name, overlapping, type Part, shotsName, soundName, textName, titled } from './plain-names.ts';
import { spokenTitle } from './spoken-title.ts';
import { topicTitles } from './topic-title.ts';

export interface Naming {
  name: Name;
  keywords: string[];
}

/** Sources of names, besides findings. */
interface NamingSources {
  sentences: readonly Sentence[];
  titles: readonly Title[];
  stop: ReadonlySet<string>;
  /** Seconds that a part has at least. */
  minimum: number;
}

const KEYWORDS_MAX = 6;
const LABELS_MAX = 3;
/** Fewer spoken words than this name nothing. */
const SPOKEN_WORDS_MIN = 12;
/** The title of a part is shown in its first third. */
const TITLE_WITHIN = 0.34;
const SLACK = 0.3;

/**
 * Names each part by the best source: a title on the screen, speech, objects, sounds, other text, or shots.
 * @param embed null without a sentence encoder
 */
export async function nameParts(
  parts: readonly Part[],
  findings: Findings,
  { sentences, titles, stop, minimum }: NamingSources,
  embed: Embed | null,
): Promise<Naming[]> {
  const spoken = within(parts, sentences).map((list) => list.map(({ text }) => text));
  const phrases = keyphrases(spoken, stop, KEYWORDS_MAX);
  const statements = spoken.map((texts) => texts.flatMap((text) => withoutSmallTalk(text) ?? []));
  const language = languageOf(spoken.flat().flatMap(wordTokens));
  const topics = await topicTitles(
    spoken.map((texts, i) => ({ texts, phrases: phrases[i]! })),
    language,
    stop,
    embed,
  );
  const seen = seenLabels(parts, findings);
  return parts.map((part, i) => {
    const said = phrases[i]!.map(({ text }) => text);
    const enough = spoken[i]!.reduce((sum, text) => sum + wordTokens(text).length, 0) >= SPOKEN_WORDS_MIN;
    const labels = seen[i]!.slice(0, LABELS_MAX);
    const name =
      titleOf(part, titles, minimum) ??
      (enough && said.length > 0
        ? named(topics[i] ?? spokenTitle(statements[i]!, phrases[i]!, stop) ?? phraseTitle(said), 'transcription')
        : null) ??
      (labels.length > 0 ? labelsName(labels) : null) ??
      soundName(part, findings) ??
      textName(part, findings) ??
      shotsName(part, findings);
    return { name, keywords: [...said, ...labels.map(({ label }) => label)] };
  });
}

function named(text: string, source: ModuleName): Name {
  return { title: capitalize(text), source, stillTime: null };
}

function labelsName(labels: readonly { label: string; source: ModuleName }[]): Name {
  const name = sentence('chapter.things', { things: labels.map(({ label }) => labelParam(label)) });
  return { ...titled(name), source: labels[0]!.source, stillTime: null };
}

function titleOf({ start, end }: Part, titles: readonly Title[], minimum: number): Name | null {
  const until = start + Math.min(end - start, Math.max(minimum, (end - start) * TITLE_WITHIN));
  const [best] = titles
    .filter((title) => title.start >= start - SLACK && title.start < until)
    .sort((a, b) => Number(b.kind === 'card') - Number(a.kind === 'card') || b.lineHeight - a.lineHeight);
  return best ? { title: best.text, source: 'title', stillTime: best.stillTime } : null;
}

/** One phrase of several words stands alone or with a second; single words come in threes. */
function phraseTitle([first = '', second, third]: readonly string[]): string {
  const words = wordTokens(first).length;
  return [first, second, words === 1 ? third : undefined].filter((text) => text !== undefined).join(', ');
}

/** Brands and things, those first that fill this part and not the others. */
function seenLabels(parts: readonly Part[], { of }: Findings): { label: string; source: ModuleName }[][] {
  const shares = parts.map((part) =>
    (['logos', 'visualelements'] as const).flatMap((source) => {
      const inside = overlapping(part, confidentSegments(of(source)));
      return labelTimes(inside).map(({ label, total }) => ({ label, source, share: total / (part.end - part.start) }));
    }),
  );
  const spread = new Map<string, number>();
  for (const list of shares) for (const { label } of list) spread.set(label, (spread.get(label) ?? 0) + 1);
  const weight = ({ label, share }: { label: string; share: number }) =>
    share * (0.25 + Math.log((parts.length + 0.5) / spread.get(label)!));
  return shares.map((list) => list.sort((a, b) => weight(b) - weight(a)));
}

/** The items of each part, by their start. Items must be in time order. */
function within<Item extends { start: number }>(parts: readonly Part[], items: readonly Item[]): Item[][] {
  return parts.map(({ start, end }, i) =>
    items.filter((item) => (i === 0 || item.start >= start - SLACK) && item.start < end - SLACK),
  );
}
