import type { AnswerLanguage } from '../../../attribution/text-language.ts';
import { SENSES, type Sense } from '../../../contract/analysis/coverage-map.ts';
import type { LocalizedText } from '../../../contract/message.ts';
import { moduleTexts } from '../../../core/modules/module-display.ts';
import type { VideoRow } from '../../../db/schema.ts';
import { lacksStream } from '../../library/untranscribed.ts';
import type { SearchService } from '../../search/search-service.ts';
import { ANSWER_TEXTS } from '../answer-texts.ts';
import { citeFinding } from '../attribution/citations.ts';
import { quoteFinding, typeOf } from '../finding-text.ts';
import { askedModules } from '../not-analyzed.ts';
import { offerSpellings, unmentionedNames } from '../spellings.ts';
import { LIBRARY_TEXTS, plainName, titleOf } from './library-texts.ts';
import type { LibraryQuestion, VideoEvidence } from './types.ts';

/** Videos of which an answer states what was not analyzed. */
const MAX_COVERED = 1000;
/** Types that an answer states by default, and videos that it names of each. */
const DEFAULT_SENSES: readonly Sense[] = ['transcription', 'visualelements', 'ocr'];
const MAX_NAMED = 5;

/** Quotes the moments that answer a question. */
export function quoteMatches(
  search: SearchService,
  request: LibraryQuestion,
  evidence: readonly VideoEvidence[],
  language: AnswerLanguage,
): string {
  const count = evidence.reduce((sum, { segments }) => sum + segments.length, 0);
  return [
    LIBRARY_TEXTS[language].intro(count, evidence.length),
    quotes(evidence, language),
    ...unanalyzed(request, language, []),
    unmentionedNames(search, request.userId, keywordsOf(request), language),
  ]
    .filter(Boolean)
    .join('\n\n');
}

/**
 * Answers that no moment matches, with the nearest ones.
 * @param failure of the model, which leaves open whether the videos hold an answer
 */
export function quoteNearest(
  search: SearchService,
  request: LibraryQuestion,
  nearest: readonly VideoEvidence[],
  failure: LocalizedText | null,
  language: AnswerLanguage,
): string {
  const { userId, videos, withPeople } = request;
  const closest = nearest.length > 0 ? [ANSWER_TEXTS[language].nearest, quotes(nearest, language)] : [];
  if (failure !== null) return [ANSWER_TEXTS[language].noModelAnswer, ...closest].join('\n\n');
  return [
    LIBRARY_TEXTS[language].noMatches(videos.length),
    ...unanalyzed(request, language, DEFAULT_SENSES),
    offerSpellings(search, userId, keywordsOf(request), { withPeople, language }),
    ...closest,
  ]
    .filter(Boolean)
    .join('\n\n');
}

function keywordsOf({ text, isWhole, videos, modules }: LibraryQuestion) {
  return { query: text, jobIds: isWhole ? undefined : videos.map(({ jobId }) => jobId), modules };
}

/**
 * Lines with the videos that a type which the question asks for has not analyzed, or not in full; none if all are
 * analyzed, or for too many videos to look.
 * @param otherwise types that count if the question names none
 */
function unanalyzed(
  { videos, modules, question, text, coverageOf }: LibraryQuestion,
  language: AnswerLanguage,
  otherwise: readonly Sense[],
): string[] {
  if (videos.length > MAX_COVERED) return [];
  const questionModules = askedModules(text, question);
  const wanted = SENSES.filter((module) =>
    questionModules.size > 0 ? questionModules.has(module) : otherwise.includes(module),
  );
  const missing = wanted.flatMap((module) => {
    if (modules?.includes(module) === false) return [];
    const isAnalyzed = (video: VideoRow) =>
      coverageOf(video).some((one) => one.module === module && one.status === 'completed') ||
      lacksStream(video, module);
    const names = videos.filter((video) => !isAnalyzed(video)).map(({ name }) => plainName(name));
    const more = names.length - MAX_NAMED;
    const shown = `${names.slice(0, MAX_NAMED).join(', ')}${more > 0 ? ` (+${more})` : ''}`;
    return names.length === 0 ? [] : [{ type: moduleTexts(module, language).title, shown }];
  });
  const lines = [...Map.groupBy(missing, ({ shown }) => shown)].map(([shown, types]) => {
    const named = types.map(({ type }) => type).join(', ');
    return `- ${LIBRARY_TEXTS[language].notAnalyzed(named, shown)}`;
  });
  return lines.length === 0 ? [] : [lines.join('\n')];
}

function quotes(evidence: readonly VideoEvidence[], language: AnswerLanguage): string {
  return evidence
    .map(({ label, video, segments }) => {
      const lines = segments.map(
        (segment) =>
          `- ${citeFinding(segment, label)} ${typeOf(segment, language)}: ${quoteFinding(segment, language)}`,
      );
      return `**${titleOf(label, video.name)}**\n\n${lines.join('\n')}`;
    })
    .join('\n\n');
}
