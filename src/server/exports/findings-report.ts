import type { Results } from '../../contract/analysis/results.ts';
import type { Manifest } from '../../contract/evidence/manifest.ts';
import type { Moment } from '../../contract/search/moments.ts';
import { toHtml } from '../../core/formats/html.ts';
import { moduleTexts } from '../../core/modules/module-display.ts';
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
      moduleName: (module) => moduleTexts(module, tag).title,
      words: {
        report: t('report'),
        length: t('manifest.length'),
        show: t('show'),
        citation: t('citation'),
        moments: t('section.moments'),
        chapters: t('section.chapters'),
        transcript: t('transcript'),
        shots: t('section.shots'),
        findings: t('section.findings'),
      },
      moments,
      manifest: { facts: manifest, words: manifestWords(language) },
    },
  );
}
