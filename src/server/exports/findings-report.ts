import type { Manifest } from '../../contract/evidence/manifest.ts';
import { toHtml } from '../../contract/formats/html.ts';
import { moduleTexts } from '../../contract/module-display.ts';
import type { Moment } from '../../contract/moments.ts';
import type { Results } from '../../contract/results.ts';
import { manifestWords } from './manifest-words.ts';
import type { ReportLanguage } from './report-language.ts';

/** Content of a report besides the findings. */
export interface ReportParts {
  moments: readonly Moment[];
  /** JPEGs by time in whole milliseconds; times count as those of the findings. */
  stills: ReadonlyMap<number, Uint8Array>;
  manifest: Manifest;
}

/** A report in one HTML file, with a place for its signature. Pure. */
export function findingsHtml(
  results: Results,
  { moments, stills, manifest }: ReportParts,
  language: ReportLanguage,
): string {
  const { t, tag, segment } = language;
  const pictures = [...stills].map(
    ([ms, jpeg]) => [ms, `data:image/jpeg;base64,${Buffer.from(jpeg).toString('base64')}`] as const,
  );
  return toHtml(
    { ...results, segments: results.segments.map(segment) },
    {
      language: tag,
      stills: new Map(pictures),
      nameOf: (module) => moduleTexts(module, tag).title,
      words: {
        report: t('report'),
        length: t('manifest.length'),
        show: t('show'),
        citation: t('citation'),
        contents: t('contents'),
        transcript: t('transcript'),
        moments: t('section.moments'),
        findings: t('section.findings'),
      },
      moments,
      manifest: { facts: manifest, words: manifestWords(language) },
    },
  );
}

/** Moments of a part of a video, with times that count as those of its findings. Pure. */
export function momentsIn(
  moments: readonly Moment[],
  range: { start: number; end: number } | undefined,
  fromZero: boolean,
): Moment[] {
  if (!range) return [...moments];
  const offset = fromZero ? range.start : 0;
  return moments
    .filter(({ start_time, end_time }) => start_time < range.end && (end_time ?? start_time) >= range.start)
    .map((moment) => ({
      ...moment,
      start_time: Math.max(moment.start_time, range.start) - offset,
      end_time: moment.end_time === null ? null : Math.min(moment.end_time, range.end) - offset,
    }));
}
