import { createTranslate, type Translate, type Values } from '../base/translate.ts';
import serverDe from '../contract/locales/de/messages.json' with { type: 'json' };
import type { LocalizedText } from '../contract/message.ts';
import { createMessageRenderer } from '../core/texts/message-renderer.ts';
import { errorText } from '../core/texts/sentence.ts';
import de from './locales/de.json' with { type: 'json' };
import en from './locales/en.json' with { type: 'json' };

/** Texts outside the pages: menus, dialogs, notifications. */
export type MainText = Translate<keyof typeof en>;

/** @param locale system locale, such as `de-AT` */
export function mainText(locale: string): MainText {
  return createTranslate<typeof en>(isGerman(locale) ? de : en, isGerman(locale) ? 'de' : 'en');
}

/** Returns a sentence of the server in the language of the system; undefined if only English is known. */
export function sentenceText({ message, text }: LocalizedText, locale: string): string | undefined {
  if (!isGerman(locale)) return message;
  const translate = createTranslate(serverDe, 'de') as (key: string, values?: Values) => string;
  return text && createMessageRenderer(translate, 'de')(text);
}

/** Returns the reason of an error in the language of the system where it is known, otherwise as thrown. */
export function reasonText(error: unknown, locale: string): string {
  const reason = errorText(error);
  return sentenceText(reason, locale) ?? reason.message;
}

function isGerman(locale: string): boolean {
  return locale.toLowerCase().startsWith('de');
}
