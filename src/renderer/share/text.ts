import { createTranslate } from '../../base/translate.ts';
import de from '../locales/de/share-page.json' with { type: 'json' };
import en from '../locales/en/share-page.json' with { type: 'json' };

const supported = navigator.languages.map((tag) => tag.slice(0, 2)).find((tag) => tag === 'de' || tag === 'en');

/** Language of the page, which follows the browser. */
export const language = supported ?? 'en';
export const t = createTranslate<typeof en>(language === 'de' ? de : en, language);
