import { readFile } from 'node:fs/promises';
import { basename, extname } from 'node:path';
import { formatClock } from '../../../base/time.ts';
import { ReelscopeError } from '../../../contract/errors.ts';
import {
  type CheckEvidence,
  type CheckedPassage,
  type CheckedText,
  type CheckTextRequest,
  FACT_SHEET_FORMATS,
} from '../../../contract/evidence/checks.ts';
import reportTexts from '../../../contract/locales/en/report.json' with { type: 'json' };
import { differenceText } from '../../../core/claims/difference-text.ts';
import { fileText } from '../../../core/claims/file-text.ts';
import type { ApiClient } from '../../../server/client/api-client.ts';
import { checkText } from '../../../server/client/check-text.ts';
import { args, type Command, type CommandInput, choice, EXIT, note, print, text, UsageError } from '../../command.ts';
import { findProject, findVideos, withLibrary } from '../../connection/with-library.ts';
import { fileError } from '../../output/file-errors.ts';
import { OUT_OPTION, save } from '../../output/save.ts';

/** `reelscope check-text`: checks the quotations and statements of a text against the library. */
export const checkTextCommand: Command = {
  usage: ['check-text FILE', 'check-text FILE --format FORMAT'],
  options: {
    format: {
      type: 'string',
      value: 'FORMAT',
      choices: FACT_SHEET_FORMATS,
      help: `create a fact sheet: ${FACT_SHEET_FORMATS.join(', ')}`,
    },
    ...OUT_OPTION,
    language: { type: 'string', value: 'LANG', choices: ['en', 'de'], help: 'language of the fact sheet, en or de' },
    video: { type: 'string', value: 'LIST', help: 'only these videos, by ID or name' },
    project: { type: 'string', value: 'PROJECT', help: 'only the videos of a project, by ID or name' },
  },
  notes: [
    'FILE is plain text, Markdown, Word (.docx), or OpenDocument (.odt); - reads plain text from standard input.',
    'Verdicts are computed from transcripts and texts on screen; a connected language model only divides sentences.',
    'Fact sheets in HTML and JSON are signed; reelscope verify checks them.',
  ],
  examples: [
    ['check-text article.md', 'List the passages with their verdicts.'],
    ['check-text article.docx --format html --project Debate', 'Write a signed fact sheet into this folder.'],
  ],

  async run(input) {
    const [file] = args(input, 1, 1, 'check-text requires one file.') as [string];
    const format = choice(input, 'format', FACT_SHEET_FORMATS);
    if (format === undefined && text(input, 'out') !== undefined) throw new UsageError('--out requires --format.');
    const checked = await readText(file);
    if (checked.trim() === '') throw new ReelscopeError('invalid_request', `“${file}” has no text.`);
    const [video, project] = [text(input, 'video'), text(input, 'project')];
    await withLibrary(input, async (api) => {
      const body = {
        text: checked,
        ...(video && { job_ids: (await findVideos(api, video.split(','))).map(({ job_id }) => job_id) }),
        ...(project && { project_id: String((await findProject(api, project)).id) }),
      };
      const result = await checkWithProgress(input, api, body);
      if (format === undefined) {
        print(input, result, describe(result));
        return;
      }
      const title = file === '-' ? '' : basename(file, extname(file));
      const language = text(input, 'language') ?? 'en';
      const order = { ...body, format, title, language };
      await save(input, await api.download('/checks/fact-sheet', input.signal, order));
    });
    return EXIT.done;
  },
};

/** Checks a text, with a note for each step of the language model, which takes seconds to a minute. */
async function checkWithProgress(input: CommandInput, api: ApiClient, body: CheckTextRequest): Promise<CheckedText> {
  return checkText(api, body, {
    signal: input.signal,
    onProgress({ stage, done, total }) {
      if (stage === 'dividing') note(input, `The language model is dividing sentences: ${done + 1} of ${total}`);
    },
  });
}

/** @throws ReelscopeError `unsupported_media_type` for a file that is no text, and for files that can’t be read */
async function readText(file: string): Promise<string> {
  if (file === '-') return new Response(process.stdin as unknown as ReadableStream).text();
  const bytes = await readFile(file).catch((error: unknown) => {
    throw fileError(error, 'read', file);
  });
  const content = await fileText(file, new Uint8Array(bytes));
  if (content !== undefined) return content;
  throw new ReelscopeError('unsupported_media_type', `“${file}” is not plain text in UTF-8, Word, or OpenDocument.`);
}

function describe({ passages, not_transcribed, limits, videos, fallback }: CheckedText): string {
  if (passages.length === 0) return 'The text has no quotations, numbers, dates, or names to check.\n';
  const empty = videos === 0 ? 'No videos were searched.\n' : '';
  const untranscribed =
    not_transcribed.length === 0 ? '' : `${not_transcribed.length} of ${videos} videos have no complete transcript.\n`;
  const limited = limits.map(({ name, message }) => `${name}: ${message}\n`).join('');
  const divided = fallback ? `Sentences were divided by rules: ${fallback.message}\n` : '';
  const notes = `${empty}${divided}${untranscribed}${limited}`;
  return `${passages.map(line).join('\n')}${notes && `\n${notes}`}`;
}

function line({ verdict, text: passage, evidence, counter_evidence, suggestion }: CheckedPassage): string {
  const rows = [`${reportTexts[`check.${verdict}`]}\n  ${passage.replace(/\s+/g, ' ')}\n`];
  if (counter_evidence) rows.push(`  ${reportTexts['check.supports']}:\n`);
  if (evidence) {
    rows.push(sourceLine(evidence));
    const { missing, differences } = evidence;
    const words = verdict === 'said_otherwise' ? differenceText(differences) : '';
    if (words !== '') rows.push(`  Differences: ${words}\n`);
    if (missing !== null) rows.push(`  Omitted: ${missing}\n`);
  }
  if (counter_evidence) {
    rows.push(`  ${reportTexts['check.differs']}:\n`, sourceLine(counter_evidence));
    rows.push(`  Differences: ${differenceText(counter_evidence.differences)}\n`);
  }
  if (suggestion) rows.push(`  Suggestion: ${suggestion.text}\n`);
  return rows.join('');
}

function sourceLine({ start_time, end_time, speaker, video_name, quote }: CheckEvidence): string {
  const by = speaker === null ? '' : `  ${speaker}`;
  return `  ${video_name}  ${formatClock(start_time)}–${formatClock(end_time)}${by}: ${quote}\n`;
}
