import { createHash } from 'node:crypto';
import type { Results } from '../../../contract/analysis/results.ts';
import type { Segment } from '../../../contract/analysis/segment.ts';
import { ReelscopeError } from '../../../contract/errors.ts';
import type { ExportFormat, Manifest } from '../../../contract/evidence/manifest.ts';
import { jsonForm, withSignature } from '../../../contract/evidence/signature.ts';
import { citeResults } from '../../../core/evidence/cite-results.ts';
import { csvFile, toCsv } from '../../../core/formats/csv.ts';
import { EDIT_FORMATS } from '../../../core/formats/edit-formats.ts';
import { TEXT_FORMATS } from '../../../core/formats/index.ts';
import { toMarkdown } from '../../../core/formats/markdown.ts';
import { momentsIn, partOf } from '../../../core/formats/part.ts';
import { withCloserMarks, withPreviewMarks } from '../../../core/formats/preview-marks.ts';
import { nativeRate } from '../../../core/formats/sequence/sequence.ts';
import { hasSubtitles } from '../../../core/formats/subtitles.ts';
import { sentence } from '../../../core/texts/sentence.ts';
import { speakerText } from '../../../core/transcript/speaker-text.ts';
import { translated } from '../../../core/transcript/translated.ts';
import type { SegmentRow } from '../../../db/schema.ts';
import { citationIds } from '../../evidence/citations/citation-ids.ts';
import { toSegment } from '../../library/mappers/segment-mapper.ts';
import { resultsJson } from '../../library/results-json.ts';
import { withPeople } from '../../people/choice.ts';
import { findingsDocx } from '../findings-docx.ts';
import { findingsHtml } from '../findings-report.ts';
import { type ReportTag, reportLanguage } from '../report-language.ts';
import { sequenceSettings } from '../sequence-settings.ts';
import { stillTimes } from '../small-stills.ts';
import type { Desk, DocumentForm, DocumentOrder, EditForm, TextForm } from './document-order.ts';

type Content = string | Uint8Array<ArrayBuffer>;
type Form<Format> = Extract<DocumentForm, { format: Format }>;

/**
 * Writes a document of findings. Takes seconds for a hundred thousand of them.
 * @throws ReelscopeError `not_ready` (too few chapters, subtitles without speech), `invalid_request` (a start that a
 * sequence doesn't have), and what the desk throws
 */
export async function writeDocument(order: DocumentOrder, rows: readonly SegmentRow[], desk: Desk): Promise<Content> {
  const { head, perModule, isTranslated, form, file } = order;
  // Rows are JSON for the most part already.
  if (form.format === 'json' && !form.manifest && !isTranslated) return resultsJson(head, rows, perModule);
  const read = await resultsOf(order, rows, desk);
  const all = form.format === 'json' ? read : withPreviewMarks(read);
  const isReport = form.format === 'md' || form.format === 'html' || form.format === 'docx';
  const marked = isReport ? withCloserMarks(all) : all;
  const found = file ? partOf(marked, file.part) : marked;
  switch (form.format) {
    case 'json':
      return json(found, form.manifest, order, desk);
    case 'md':
      return form.manifest ? signed('md', toMarkdown(found, form.manifest), desk) : toMarkdown(found);
    case 'html':
      return html(all, found, form, order, desk);
    case 'docx':
      return recorded('docx', await docx(found, form, order), desk);
    default: {
      const text = plain(found, form, order);
      return file ? recorded(form.format, text, desk) : text;
    }
  }
}

async function resultsOf(
  { head, perModule, isTranslated, source, file }: DocumentOrder,
  rows: readonly SegmentRow[],
  desk: Desk,
): Promise<Results> {
  const originals = rows.map(toSegment);
  const segments = withPeople(isTranslated ? translated(originals) : originals, file?.people ?? []);
  const lists = perModule.map((name) => [name, segments.filter(({ module }) => module === name)] as const);
  const results = { ...head, segments, ...Object.fromEntries(lists) };
  if (source === undefined) return { ...results, ...file?.added };
  const ids = await citationIds(originals, source, (times) => desk.hashes(times));
  const citations = originals.flatMap(({ id }, i) =>
    ids[i] === undefined ? [] : [{ segment_id: id, citation: ids[i] }],
  );
  return { ...citeResults(results, { citations }), ...file?.added };
}

async function json(
  results: Results,
  manifest: Manifest | undefined,
  { file }: DocumentOrder,
  desk: Desk,
): Promise<string> {
  if (!manifest) return JSON.stringify(results);
  const document = { ...results, manifest };
  const signature = await desk.record('json', hashOf(jsonForm(document)));
  const text = { ...document, signature };
  return file ? `${JSON.stringify(text, null, 2)}\n` : JSON.stringify(text);
}

async function html(
  all: Results,
  found: Results,
  { moments, manifest, language }: Form<'html'>,
  { file }: DocumentOrder,
  desk: Desk,
): Promise<string> {
  const part = file?.part ?? {};
  const offset = part.range && part.fromZero ? Math.round(part.range.start * 1000) : 0;
  // Frames are saved by the time in the video, and those of a part are of all findings in it.
  const pictures = await desk.pictures(stillTimes(partOf(all, { ...part, fromZero: false })));
  const stills = new Map([...pictures].map(([ms, picture]) => [ms - offset, picture] as const));
  const content = { moments: momentsIn(moments, part), stills, manifest };
  return signed('html', findingsHtml(found, content, reportLanguage(language)), desk);
}

async function docx(
  found: Results,
  { moments, manifest, language }: Form<'docx'>,
  { file }: DocumentOrder,
): Promise<Uint8Array<ArrayBuffer>> {
  const chosen = momentsIn(moments, file?.part ?? {});
  const document = new Response(findingsDocx(found, { moments: chosen, manifest }, reportLanguage(language)));
  return new Uint8Array(await document.arrayBuffer());
}

function plain(found: Results, form: TextForm | EditForm, { file }: DocumentOrder): string {
  const isSpeech = form.format === 'srt' || form.format === 'vtt' || form.format === 'txt';
  if (isSpeech && !hasSubtitles(found)) throw new ReelscopeError('not_ready', sentence('export.no-speech'));
  if ('file' in form) return edited(found, form);
  const local = form.language ? localized(found, form.language) : found;
  if (form.format !== 'csv') return TEXT_FORMATS[form.format].format(local);
  const csv = toCsv(local, form.language);
  return file ? csvFile(csv) : csv;
}

/** Results with contents, and numbers of speakers without a name, in a language. */
function localized(found: Results, tag: ReportTag): Results {
  const render = reportLanguage(tag).segment;
  const local = (segment: Segment): Segment => {
    const { data, ...rest } = render(segment);
    return data?.speaker === undefined
      ? { ...rest, data }
      : { ...rest, data: { ...data, speaker: speakerText(data.speaker, tag) } };
  };
  const { segments, transcription } = found;
  return { ...found, segments: segments.map(local), ...(transcription && { transcription: transcription.map(local) }) };
}

function edited(found: Results, { format, file: source, settings }: EditForm): string {
  const { duration, start_timecode: start = null } = found;
  // Times of a part that count from zero are those of another file: a clip of the part.
  const file = settings.from_zero === 'true' ? { ...source, duration, start, url: undefined } : source;
  const content = EDIT_FORMATS[format].format(found, file, sequenceSettings(settings, nativeRate(file)));
  if (content === '' && format === 'youtube') throw new ReelscopeError('not_ready', sentence('export.no-chapters'));
  return content;
}

async function signed(format: 'html' | 'md', text: string, desk: Desk): Promise<string> {
  return withSignature(text, await desk.record(format, hashOf(text)));
}

async function recorded<Written extends Content>(format: ExportFormat, content: Written, desk: Desk): Promise<Written> {
  await desk.record(format, hashOf(content));
  return content;
}

function hashOf(content: Content): string {
  return createHash('sha256').update(content).digest('hex');
}
