import type { AnswerLanguage } from '../../attribution/text-language.ts';
import { createTranslate, type Values } from '../../base/translate.ts';
import type { Segment } from '../../contract/analysis/segment.ts';
import de from '../../contract/locales/de/messages.json' with { type: 'json' };
import type { LocalizedText } from '../../contract/message.ts';
import { contentIn, createMessageRenderer } from '../../core/texts/message-renderer.ts';
import { speakerText } from '../../core/transcript/speaker-text.ts';
import { sanitizeAnswer } from '../../models/language/sanitize.ts';
import { ANSWER_TEXTS } from './answer-texts.ts';

const renderGerman = createMessageRenderer(createTranslate(de, 'de') as (key: string, values?: Values) => string, 'de');

/** Maximum length of a quoted finding, in characters. */
const MAX_QUOTE_LENGTH = 400;

/** A sentence in the language of an answer. */
export function localizedText({ message, text }: LocalizedText, language: AnswerLanguage): string {
  return language === 'de' && text ? (renderGerman(text) ?? message) : message;
}

/** Content of a finding in the language of an answer, after the name of its speaker. */
function findingText(segment: Segment, language: AnswerLanguage): string {
  const content = language === 'de' ? contentIn(segment, renderGerman) : segment.content;
  return segment.data?.speaker === undefined ? content : `${speakerText(segment.data.speaker, language)}: ${content}`;
}

/**
 * Content of a finding on one line, without Markdown. The colon in its times is replaced, since they would otherwise
 * look like citations.
 */
export function quoteFinding(segment: Segment, language: AnswerLanguage): string {
  const line = sanitizeAnswer(findingText(segment, language).replace(/\s+/g, ' '))
    .replace(/\s+/g, ' ')
    .replaceAll('*', '∗')
    .replace(/(\d):(?=\d)/g, '$1\u2236');
  const characters = Array.from(line);
  return characters.length > MAX_QUOTE_LENGTH ? `${characters.slice(0, MAX_QUOTE_LENGTH).join('')}…` : line;
}

/** Type of a finding, marked if it is of a first look. */
export function typeOf(segment: Segment, language: AnswerLanguage): string {
  return withPreviewMark(ANSWER_TEXTS[language].module(segment.module), segment, language);
}

/** Adds a mark to a text about a finding of a first look. */
export function withPreviewMark(text: string, { data }: Segment, language: AnswerLanguage): string {
  return data?.preview ? `${text} ${ANSWER_TEXTS[language].preview}` : text;
}

/** Adds a note to a fact that is computed from findings of a first look. */
export function withPreviewNote(sentence: string, evidence: readonly Segment[], language: AnswerLanguage): string {
  return evidence.some(({ data }) => data?.preview) ? `${sentence} ${ANSWER_TEXTS[language].fromPreview}` : sentence;
}
