import { createTranslate, type Values } from '../../base/translate.ts';
import type { PublicReport } from '../../contract/sharing/shared-reports.ts';
import { language } from './text.ts';

/** Returns the report with the server's sentences in the language of the page. Reports are written in English. */
export async function localize(report: PublicReport): Promise<PublicReport> {
  if (language === 'en') return report;
  const [{ default: texts }, { contentIn, createMessageRenderer }] = await Promise.all([
    import('../../contract/locales/de/messages.json', { with: { type: 'json' } }),
    import('../../core/texts/message-renderer.ts'),
  ]);
  const translate = createTranslate(texts, language) as (key: string, values?: Values) => string;
  const render = createMessageRenderer(translate, language);
  return { ...report, segments: report.segments.map((found) => ({ ...found, content: contentIn(found, render) })) };
}
