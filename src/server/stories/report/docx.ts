import { formatClock } from '../../../base/time.ts';
import { type DocxParts, markdownParagraphs, paragraph, picture, run, table } from '../../exports/docx/elements.ts';
import { docxFile } from '../../exports/docx/package.ts';
import { manifestWords } from '../../exports/manifest-words.ts';
import type { ReportLanguage } from '../../exports/report-language.ts';
import { citedLines, type ReportEntry, type StoryReport } from './report.ts';

/** Columns of the table of files, in twentieths of a point: 17 cm together. */
const FILE_COLUMNS = [3200, 1100, 1500, 3838];

/** A story as a word processing document: headings, notes, frames, transcript, and files. */
export function storyDocx(report: StoryReport, language: ReportLanguage): ReadableStream<Uint8Array> {
  return docxFile({ title: report.title, language: language.tag }, (parts) => [
    paragraph('Title', run(report.title)),
    paragraph('Subtitle', run(report.facts)),
    ...markdownParagraphs(report.description, parts),
    ...report.entries.flatMap((entry) => entryParagraphs(entry, parts)),
    ...filesOf(report, language),
    ...citationsOf(report, language),
  ]);
}

function entryParagraphs(entry: ReportEntry, parts: DocxParts): string[] {
  if (entry.kind === 'heading') return [paragraph('Heading1', run(entry.text))];
  if (entry.kind === 'note') return markdownParagraphs(entry.text, parts);
  const { number, title, start, end, videoName, tags, note, picture: still, transcript } = entry;
  const facts = [`${formatClock(start)}–${formatClock(end)}`, videoName, ...tags.map(({ name }) => name)];
  return [
    paragraph('Heading2', run(`${number}. ${title}`)),
    paragraph('MomentFacts', run(facts.join(' · '))),
    ...(still ? [picture(still, number, title, parts)] : []),
    ...markdownParagraphs(note, parts),
    ...transcript.map((line) =>
      paragraph(
        'Transcript',
        run(`${formatClock(start + line.start_time)}  `, { style: 'Time' }),
        ...(line.data?.speaker === undefined ? [] : [run(`${line.data.speaker} `, { bold: true })]),
        run(line.content),
      ),
    ),
  ];
}

function filesOf({ manifest, skipped }: StoryReport, language: ReportLanguage): string[] {
  const { t } = language;
  const { bytes } = manifestWords(language);
  const head = (['file', 'length', 'size', 'sha256'] as const).map((key) => t(`manifest.${key}`));
  const rows = manifest.videos.map(({ name, duration, size, sha256 }) => [
    name,
    formatClock(duration),
    bytes(size),
    // Word processors don't break long words in narrow cells.
    sha256?.match(/.{1,32}/g)?.join('\n') ?? t('manifest.pending'),
  ]);
  return [
    paragraph('Heading1', run(t('manifest.title'))),
    table([head, ...rows], FILE_COLUMNS),
    paragraph('BodyText', run(skipped > 0 ? t('skipped', { count: skipped }) : '')),
  ];
}

/** Citations of the lines, for programs. */
function citationsOf({ entries }: StoryReport, { t }: ReportLanguage): string[] {
  const rows = citedLines(entries).map(({ number, time, citation }) =>
    paragraph('TableText', run(`${number} · ${formatClock(time)}  `, { style: 'Time' }), run(citation)),
  );
  return rows.length === 0 ? [] : [paragraph('Heading1', run(t('citations'))), ...rows];
}
