import { clockRange, formatClock } from '../../base/time.ts';
import type { Results } from '../../contract/analysis/results.ts';
import type { Manifest } from '../../contract/evidence/manifest.ts';
import type { Moment } from '../../contract/search/moments.ts';
import { examinedLists, type ManifestWords } from '../../core/evidence/report-section.ts';
import { readTranscript } from '../../core/transcript/paragraphs.ts';
import { speakerText } from '../../core/transcript/speaker-text.ts';
import { type DocxParts, markdownParagraphs, paragraph, run } from './docx/elements.ts';
import { docxFile } from './docx/package.ts';
import { manifestWords } from './manifest-words.ts';
import type { ReportLanguage } from './report-language.ts';

/**
 * A report as a word processing document: summary, moments, chapters, the transcript with speakers and times, and what
 * was examined. Pure.
 */
export function findingsDocx(
  results: Results,
  { moments, manifest }: { moments: readonly Moment[]; manifest: Manifest },
  language: ReportLanguage,
): ReadableStream<Uint8Array> {
  const { t, tag } = language;
  const words = manifestWords(language);
  const segments = results.segments.map(language.segment);
  const summary = segments.find(({ module }) => module === 'summary');
  const chapters = segments.filter(({ module }) => module === 'chapters');
  const section = (title: string, content: readonly string[]) =>
    content.length === 0 ? [] : [paragraph('Heading1', run(title)), ...content];
  const timed = (time: number, text: string) =>
    paragraph('BodyText', run(`${formatClock(time)}  `, { style: 'Time' }), run(text));
  return docxFile({ title: results.video_name, language: tag }, (parts) => [
    paragraph('Title', run(results.video_name)),
    paragraph('Subtitle', run(`${t('manifest.length')} ${formatClock(results.duration)}`)),
    ...(summary ? [paragraph('BodyText', run(summary.content))] : []),
    ...section(
      t('section.moments'),
      moments.flatMap((moment) => momentParagraphs(moment, parts)),
    ),
    ...section(
      t('section.chapters'),
      chapters.map(({ start_time, content }) => timed(start_time, content)),
    ),
    ...section(
      t('transcript'),
      readTranscript(segments).flatMap(({ chapters: begun, start, speaker, text }) => [
        ...begun.map(({ content }) => paragraph('Heading2', run(content))),
        paragraph(
          'BodyText',
          run(`${formatClock(start)}  `, { style: 'Time' }),
          ...(speaker === undefined ? [] : [run(`${speakerText(speaker, tag)}  `, { bold: true })]),
          run(text),
        ),
      ]),
    ),
    ...section(words.examined, examinedParagraphs(manifest, words)),
  ]);
}

/** How much each module examined, with its limits below. */
function examinedParagraphs(manifest: Manifest, words: ManifestWords): string[] {
  const lines = examinedLists(manifest.videos, words).flatMap((list) => list.lines);
  return lines.flatMap(({ text, limits }) => [
    paragraph('BodyText', run(text)),
    ...limits.map((limit) => paragraph('MomentFacts', run(limit))),
  ]);
}

function momentParagraphs({ title, note, tags, start_time, end_time }: Moment, parts: DocxParts): string[] {
  const facts = [clockRange(start_time, end_time ?? start_time), ...tags.map(({ name }) => name)];
  return [
    paragraph('Heading2', run(title)),
    paragraph('MomentFacts', run(facts.join(' · '))),
    ...markdownParagraphs(note, parts),
  ];
}
