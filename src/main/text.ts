import { createTranslate, type Translate } from '../base/translate.ts';
import de from './locales/de.json' with { type: 'json' };
import en from './locales/en.json' with { type: 'json' };

/** Texts outside the pages: menus, dialogs, notifications. */
export type MainText = Translate<keyof typeof en>;

/** @param locale system locale, such as `de-AT` */
export function mainText(locale: string): MainText {
  const isGerman = locale.toLowerCase().startsWith('de');
  return createTranslate<typeof en>(isGerman ? de : en, isGerman ? 'de' : 'en');
}
