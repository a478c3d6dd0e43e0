import { DOCX } from '../../exports/docx/package.ts';
import type { ReportLanguage } from '../../exports/report-language.ts';
import { storyDocx } from './docx.ts';
import { contactSheet, storyHtml } from './html.ts';
import type { StoryReport } from './report.ts';

interface ReportFormat {
  mediaType: string;
  extension: string;
  write(report: StoryReport, language: ReportLanguage): string | ReadableStream<Uint8Array>;
}

const HTML = 'text/html; charset=utf-8';

/** Formats of reports, by their names in the API. */
export const REPORT_FORMATS = {
  html: { mediaType: HTML, extension: 'html', write: storyHtml },
  contact_sheet: { mediaType: HTML, extension: 'contact-sheet.html', write: contactSheet },
  docx: { ...DOCX, write: storyDocx },
} satisfies Record<string, ReportFormat>;
