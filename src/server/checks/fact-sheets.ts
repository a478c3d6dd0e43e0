import { readFile } from 'node:fs/promises';
import type { CheckedText, FactSheetFormat } from '../../contract/evidence/checks.ts';
import { safeTitle } from '../clips/clip-names.ts';
import { hashStream } from '../clips/hash-stream.ts';
import type { ExportsService } from '../evidence/exports.ts';
import type { ManifestsService } from '../evidence/manifests.ts';
import { DOCX } from '../exports/docx/package.ts';
import { type ReportTag, reportLanguage } from '../exports/report-language.ts';
import type { StillFiles } from '../library/stills.ts';
import type { ChecksService } from './check-text.ts';
import { type FactSheet, factSheetDocx, factSheetHtml } from './fact-sheet.ts';
import type { CheckScope } from './library-reader.ts';

export type FactSheetsService = ReturnType<typeof createFactSheetsService>;

/** Frames of a fact sheet, at most: each takes some ten kilobytes. */
const MAX_STILLS = 200;

/** Writes checked texts as files. HTML and JSON are signed, and all are recorded in the histories of their videos. */
export function createFactSheetsService(parts: {
  checks: ChecksService;
  manifests: ManifestsService;
  exports: ExportsService;
  stills: Pick<StillFiles, 'nearest'>;
}) {
  const { checks, manifests, exports, stills } = parts;

  /** Frames that were saved next to the passages. */
  const stillsOf = async ({ passages }: CheckedText): Promise<Map<number, Uint8Array>> => {
    const found = new Map<number, Uint8Array>();
    for (const [i, { evidence }] of passages.entries()) {
      if (!evidence || found.size >= MAX_STILLS) continue;
      const still = await stills.nearest(evidence.job_id, Math.round(evidence.start_time * 1000));
      // It may be deleted in between.
      const bytes = still && (await readFile(still.file).catch(() => undefined));
      if (bytes) found.set(i, bytes);
    }
    return found;
  };

  return {
    /** @throws like {@link ChecksService} */
    async make(
      userId: number,
      request: { text: string; title: string; format: FactSheetFormat; language: ReportTag; scope: CheckScope },
      signal?: AbortSignal,
    ) {
      const { text, format } = request;
      const checked = await checks.check(userId, text, request.scope, { signal });
      const sources = checked.passages.flatMap(({ evidence, counter_evidence }) => [evidence, counter_evidence]);
      const videos = [...new Set(sources.flatMap((source) => source?.job_id ?? []))];
      const manifest = await manifests.of(userId, videos, { includesRecording: false });
      const language = reportLanguage(request.language);
      const title = request.title || language.t('check.title');
      const name = `${safeTitle(title)}.${format}`;
      const sheet: FactSheet = { title, checked, stills: await stillsOf(checked), manifest };
      if (format === 'docx') {
        const body = hashStream(factSheetDocx(sheet, language), (sha256) => {
          exports.record(userId, { videos, format, sha256 });
        });
        return { name, mediaType: DOCX.mediaType, sizeBytes: null, body };
      }
      const content =
        format === 'html'
          ? exports.signText(userId, videos, 'html', factSheetHtml(sheet, language))
          : `${JSON.stringify(exports.signJson(userId, videos, { title, text, ...checked, manifest }), null, 2)}\n`;
      const bytes = new Blob([content]);
      const mediaType = format === 'html' ? 'text/html; charset=utf-8' : 'application/json';
      return { name, mediaType, sizeBytes: bytes.size, body: bytes.stream() };
    },
  };
}
