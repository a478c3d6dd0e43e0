import type { AnswerLanguage } from '../../../attribution/text-language.ts';
import type { Segment } from '../../../contract/analysis/segment.ts';
import { moduleTexts } from '../../../core/modules/module-display.ts';
import { citeFinding } from '../attribution/citations.ts';
import { quoteFinding, withPreviewMark } from '../finding-text.ts';
import { compareVideos, type Difference, type Item } from './compare-videos.ts';
import { LIBRARY_TEXTS, titleOf } from './library-texts.ts';
import type { LibraryEvidenceRequest, VideoEvidence } from './types.ts';

const COMPARES =
  /\b(?:compar\p{L}*|differ\p{L}*|(?:in|of) common|both|only (?:in|appears?)|(?:but|and) not in|missing (?:in|from)|vergleich\p{L}*|unterschied\p{L}*|unterscheid\p{L}*|gemeinsam\p{L}*|beide\p{L}*|nur in|nicht in|fehlt in)(?!\p{L})/iu;
const COMMON = /\b(?:(?:in|of) common|both|same|gemeinsam\p{L}*|beide\p{L}*)(?!\p{L})/iu;
/** Words that introduce the video that lacks something. */
const LACKING = /\b(?:not in|missing (?:in|from)|nicht in|fehlt in)(?!\p{L})/iu;
/** Items of one module that an answer lists. */
const MAX_ITEMS = 12;

/** Compares two videos in the form that a question asks for: both directions unless it names one. Null for others. */
export async function comparisonAnswer(
  { text, videos, segmentsOf }: { text: string } & Pick<LibraryEvidenceRequest, 'videos' | 'segmentsOf'>,
  language: AnswerLanguage,
): Promise<{ text: string; used: VideoEvidence[] } | null> {
  if (videos.length !== 2 || !COMPARES.test(text)) return null;
  const both = videos.map(async (video, i) => ({ label: `V${i + 1}`, video, segments: await segmentsOf(video) }));
  const [first, second] = (await Promise.all(both)) as [VideoEvidence, VideoEvidence];
  const words = LIBRARY_TEXTS[language];
  const differences = compareVideos(first.segments, second.segments);
  const used = new Map<string, Segment[]>();
  const part = (title: string, { label }: VideoEvidence, itemsOf: (difference: Difference) => readonly Item[]) => {
    const lines = differences.flatMap((difference) => {
      const items = itemsOf(difference);
      if (items.length === 0) return [];
      const shown = items.slice(0, MAX_ITEMS);
      used.set(label, [...(used.get(label) ?? []), ...shown.map(({ segment }) => segment)]);
      const list = shown.map((item) => {
        const named = `${itemName(item, language)} ${citeFinding(item.segment, label)}`;
        return withPreviewMark(named, item.segment, language);
      });
      const more = items.length - shown.length;
      return [
        `- ${moduleTexts(difference.module, language).label}: ${[...list, ...(more > 0 ? [words.more(more)] : [])].join(', ')}`,
      ];
    });
    return `**${title}**\n\n${lines.length > 0 ? lines.join('\n') : words.nothing}`;
  };
  const lacking = lackingVideo(text, first, second);
  const parts = COMMON.test(text)
    ? [part(words.both, first, ({ both }) => both)]
    : [
        ...(lacking !== first
          ? [part(words.only(titleOf(first.label, first.video.name)), first, ({ onlyFirst }) => onlyFirst)]
          : []),
        ...(lacking !== second
          ? [part(words.only(titleOf(second.label, second.video.name)), second, ({ onlySecond }) => onlySecond)]
          : []),
      ];
  const evidence = [first, second].map((one) => ({ ...one, segments: used.get(one.label) ?? [] }));
  return { text: parts.join('\n\n'), used: evidence };
}

const itemName = ({ name, segment }: Item, language: AnswerLanguage): string =>
  segment.data?.label === undefined && segment.content === name
    ? quoteFinding({ ...segment, data: null }, language)
    : quoteFinding({ ...segment, content: name, data: null }, language);

/** The video that lacks something in a question, by its name or its place: “in A and not in B”. */
function lackingVideo(text: string, first: VideoEvidence, second: VideoEvidence): VideoEvidence | undefined {
  const match = LACKING.exec(text);
  if (!match) return undefined;
  const after = text.slice(match.index + match[0].length).toLowerCase();
  const lastWords: readonly string[] = after.match(/[\p{L}\p{N}]+/gu) ?? [];
  const has = (words: readonly string[]) =>
    words.some((word) => (word.length < 3 ? lastWords.includes(word) : after.includes(word)));
  const names = ({ video: { name } }: VideoEvidence) =>
    [name, name.replace(/\.[^.]{1,5}$/, '')].map((one) => one.toLowerCase());
  // A name may contain the words for a place, such as “camera B”.
  const byName = [has(names(first)), has(names(second))];
  const [isFirst, isSecond] = byName.includes(true)
    ? byName
    : [
        has(['the first', 'dem ersten', 'a', '1', 'v1']),
        has(['the second', 'the other', 'dem zweiten', 'dem anderen', 'b', '2', 'v2']),
      ];
  if (isFirst === isSecond) return undefined;
  return isFirst ? first : second;
}
