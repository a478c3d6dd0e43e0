import { createTranslate, type Translate } from '../../base/translate.ts';
import deMessages from '../../contract/locales/de/messages.json' with { type: 'json' };
import de from '../../contract/locales/de/report.json' with { type: 'json' };
import enMessages from '../../contract/locales/en/messages.json' with { type: 'json' };
import en from '../../contract/locales/en/report.json' with { type: 'json' };
import type { LocalizedText } from '../../contract/message.ts';
import {
  createMessageRenderer,
  createSegmentRenderer,
  type SegmentRenderer,
} from '../../core/texts/message-renderer.ts';

/** Languages of reports. */
export type ReportTag = 'en' | 'de';

/** Texts of a report in one language. */
export interface ReportLanguage {
  /** BCP 47, such as `en`. */
  tag: ReportTag;
  t: Translate<keyof typeof en & string>;
  /** A finding with its content and label in this language. */
  segment: SegmentRenderer;
  /** A sentence in this language. */
  sentence(text: LocalizedText): string;
}

/** Texts of reports in a language. */
export function reportLanguage(tag: ReportTag): ReportLanguage {
  const translate = createTranslate<typeof enMessages>(tag === 'de' ? deMessages : enMessages, tag);
  const render = createMessageRenderer((key, values) => translate(key as Parameters<typeof translate>[0], values), tag);
  return {
    tag,
    t: createTranslate<typeof en>(tag === 'de' ? de : en, tag),
    segment: createSegmentRenderer(render),
    sentence: ({ message, text }) => (text && render(text)) ?? message,
  };
}
