import type { ResultFormat, Results } from '../../contract/analysis/results.ts';
import { toCsv } from './csv.ts';
import { toMarkdown } from './markdown.ts';
import { toSrt, toVtt } from './subtitles.ts';
import { toText } from './transcript-text.ts';

export interface TextFormat {
  mediaType: string;
  extension: string;
  /** Pure: the same results give the same text. */
  format(results: Results): string;
}

/** Results as text for other programs and for people. */
export const TEXT_FORMATS = {
  srt: { mediaType: 'application/x-subrip; charset=utf-8', extension: 'srt', format: toSrt },
  vtt: { mediaType: 'text/vtt; charset=utf-8', extension: 'vtt', format: toVtt },
  csv: { mediaType: 'text/csv; charset=utf-8; header=present', extension: 'csv', format: toCsv },
  txt: { mediaType: 'text/plain; charset=utf-8', extension: 'txt', format: toText },
  md: { mediaType: 'text/markdown; charset=utf-8', extension: 'md', format: toMarkdown },
} as const satisfies Record<Exclude<ResultFormat, 'json'>, TextFormat>;
