import { createTranslate, type Values } from '../../base/translate.ts';
import de from '../../contract/locales/de/messages.json' with { type: 'json' };
import { contentIn, createMessageRenderer } from '../../contract/message-renderer.ts';
import type { Segment } from '../../contract/segment.ts';
import type { AnswerLanguage } from './answer-texts.ts';

const renderGerman = createMessageRenderer(createTranslate(de, 'de') as (key: string, values?: Values) => string, 'de');

/** Content of a finding in the language of an answer. */
export function findingText(segment: Segment, language: AnswerLanguage): string {
  return language === 'de' ? contentIn(segment, renderGerman) : segment.content;
}
