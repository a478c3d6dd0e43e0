import type { ResultFormat } from '../../contract/analysis/results.ts';
import type { ApiClient } from '../../server/client/api-client.ts';
import { type CommandInput, has, type Options, UsageError } from '../command.ts';

const FORMATS = ['srt', 'vtt', 'csv', 'md', 'txt'] as const satisfies readonly ResultFormat[];

/** Options of commands that print findings. */
export const FINDINGS_OPTIONS = {
  srt: { type: 'boolean', help: 'print the transcript as SRT' },
  vtt: { type: 'boolean', help: 'print the transcript as WebVTT' },
  csv: { type: 'boolean', help: 'print findings as CSV' },
  md: { type: 'boolean', help: 'print findings as Markdown' },
  txt: { type: 'boolean', help: 'print the transcript as text with speakers and times' },
  translation: { type: 'boolean', help: 'print transcript lines in English' },
} as const satisfies Options;

/** The selected format, JSON by default. @throws UsageError */
export function formatOf(input: CommandInput): ResultFormat {
  const selected = [...FORMATS, 'json' as const].filter((format) => has(input, format));
  if (selected.length > 1) throw new UsageError(`Use only one of ${selected.map((name) => `--${name}`).join(', ')}.`);
  return selected[0] ?? 'json';
}

/** Returns a function that reads findings in the selected format. @throws UsageError */
export function findingsOf(
  input: CommandInput,
  format: ResultFormat = formatOf(input),
): (api: ApiClient, jobId: string, more?: Record<string, string>) => Promise<string> {
  const query = { format, ...(has(input, 'translation') && { text: 'translation' }) };
  return async (api, jobId, more = {}) => {
    const output = await api.text(`/results/job/${jobId}?${new URLSearchParams({ ...query, ...more })}`);
    return output.endsWith('\n') ? output : `${output}\n`;
  };
}
