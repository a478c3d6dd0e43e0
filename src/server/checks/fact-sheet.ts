import { clockRange } from '../../base/time.ts';
import type { CheckEvidence, CheckedPassage, CheckedText, CheckVerdict } from '../../contract/evidence/checks.ts';
import { CHECK_VERDICTS } from '../../contract/evidence/checks.ts';
import type { Manifest } from '../../contract/evidence/manifest.ts';
import { differenceText } from '../../core/claims/difference-text.ts';
import { manifestSectionHtml } from '../../core/evidence/report-section.ts';
import { htmlDocument } from '../../core/formats/html-document.ts';
import { HTML_STYLE } from '../../core/formats/html-style.ts';
import { escapeMarkup } from '../../core/formats/markers.ts';
import { paragraph, run, table } from '../exports/docx/elements.ts';
import { docxFile } from '../exports/docx/package.ts';
import { manifestWords } from '../exports/manifest-words.ts';
import type { ReportLanguage } from '../exports/report-language.ts';

/** A checked text to write. */
export interface FactSheet {
  title: string;
  checked: CheckedText;
  /** JPEGs by the index of the passage. */
  stills: ReadonlyMap<number, Uint8Array>;
  manifest: Manifest;
}

/** Signs and colors of verdicts: told apart without color as well. */
const SIGNS: Readonly<Record<CheckVerdict, readonly [sign: string, light: string, dark: string]>> = {
  said_so: ['✓', '#1a7f37', '#4ac26b'],
  said_otherwise: ['≠', '#b35900', '#f0a04b'],
  sources_disagree: ['⇅', '#b35900', '#f0a04b'],
  other_speaker: ['⇄', '#8250df', '#b78aff'],
  out_of_context: ['!', '#cf222e', '#ff7b72'],
  shown_on_screen: ['▣', '#0969da', '#6cb6ff'],
  not_in_library: ['?', '#585c66', '#a9aeb8'],
  not_transcribed: ['…', '#585c66', '#a9aeb8'],
};
const COLUMNS = [2400, 7238];

const STYLE = `${HTML_STYLE}
.counts{display:flex;flex-wrap:wrap;gap:4px 16px;margin-top:12px}
b.verdict{display:inline-block;color:light-dark(var(--l),var(--d));font-size:13px}
blockquote{margin:4px 0;padding:0;overflow-wrap:anywhere}
del{opacity:.8}
.source{margin-top:6px;padding-inline-start:12px;border-inline-start:3px solid var(--line);overflow-wrap:anywhere}
.source code{font-size:11px;overflow-wrap:anywhere;color:var(--dim)}
`;

/**
 * A fact sheet as one HTML file without scripts, with a place for its signature. Everything from texts and videos is
 * escaped. Pure.
 */
export function factSheetHtml({ title, checked, stills, manifest }: FactSheet, language: ReportLanguage): string {
  const { t, tag } = language;
  const entries = checked.passages.map((passage, i) => entryHtml(passage, stills.get(i), language));
  const counts = countsOf(checked, language).map(
    ({ verdict, text }) => `<b class="verdict" style="${colorsOf(verdict)}">${escapeMarkup(text)}</b>`,
  );
  const body = [
    `<header><p>${escapeMarkup(t('check.title'))}</p><h1 dir="auto">${escapeMarkup(title)}</h1><p class="counts">${counts.join('')}</p></header>`,
    `<main>${entries.join('\n')}</main>`,
    manifestSectionHtml(manifest, manifestWords(language)),
  ];
  return htmlDocument({ title, language: tag, style: STYLE, body: body.join('\n') });
}

function colorsOf(verdict: CheckVerdict): string {
  const [, light, dark] = SIGNS[verdict];
  return `--l:${light};--d:${dark}`;
}

/** Verdicts with the number of their passages, in a fixed order. */
function countsOf({ passages }: CheckedText, { t }: ReportLanguage): { verdict: CheckVerdict; text: string }[] {
  return CHECK_VERDICTS.flatMap((verdict) => {
    const count = passages.filter((one) => one.verdict === verdict).length;
    return count === 0 ? [] : [{ verdict, text: `${SIGNS[verdict][0]} ${t(`check.${verdict}`)}: ${count}` }];
  });
}

/** Labeled notes on a passage besides its source. */
function notesOf(
  { verdict, attributed_to, evidence, counter_evidence, suggestion }: CheckedPassage,
  t: ReportLanguage['t'],
) {
  const quoted = (words: string) => t('check.quoted', { text: words });
  const differing = verdict === 'said_otherwise' ? evidence : counter_evidence;
  const differences = differenceText(differing?.differences ?? [], quoted);
  const missing = evidence?.missing ?? null;
  return [
    ...(verdict === 'other_speaker' && attributed_to ? [{ label: t('check.attributed'), text: attributed_to }] : []),
    ...(suggestion ? [{ label: t('check.suggestion'), text: suggestion.text }] : []),
    ...(differences === '' ? [] : [{ label: t('check.differences'), text: differences }]),
    ...(missing === null ? [] : [{ label: t('check.missing'), text: quoted(missing) }]),
  ];
}

function entryHtml(passage: CheckedPassage, still: Uint8Array | undefined, { t }: ReportLanguage): string {
  const { verdict, text } = passage;
  const picture = still ? `<img alt="" src="data:image/jpeg;base64,${Buffer.from(still).toString('base64')}">` : '';
  const notes = notesOf(passage, t).map(
    (one) => `<p class="facts">${escapeMarkup(one.label)}: <b dir="auto">${escapeMarkup(one.text)}</b></p>`,
  );
  return `<article><div><b class="verdict" style="${colorsOf(verdict)}">${SIGNS[verdict][0]} ${escapeMarkup(t(`check.${verdict}`))}</b><blockquote dir="auto">${escapeMarkup(text)}</blockquote>${notes.join('')}${sourcesOf(
    passage,
    t,
  )
    .map(sourceHtml)
    .join('')}</div>${picture}</article>`;
}

/** Sources of a passage; those that disagree with a label each. */
function sourcesOf({ evidence, counter_evidence }: CheckedPassage, t: ReportLanguage['t']) {
  if (!evidence) return [];
  if (!counter_evidence) return [{ label: '', evidence }];
  return [
    { label: t('check.supports'), evidence },
    { label: t('check.differs'), evidence: counter_evidence },
  ];
}

function sourceHtml({ label, evidence }: { label: string; evidence: CheckEvidence }): string {
  const { context, citations } = evidence;
  const heading = label && `<p><b>${escapeMarkup(label)}</b></p>`;
  const cited = citations.map((id) => `<code>${escapeMarkup(id)}</code>`).join('<br>');
  return `<div class="source">${heading}<p class="facts" dir="auto">${escapeMarkup(placeOf(evidence))}</p><p dir="auto">${escapeMarkup(context)}</p>${cited}</div>`;
}

/** Time, speaker, and video of a source. */
function placeOf({ video_name, start_time, end_time, speaker }: CheckEvidence): string {
  return [clockRange(start_time, end_time), speaker ?? '', video_name].filter((fact) => fact !== '').join(' · ');
}

/** A fact sheet as a word processing document. Pure. */
export function factSheetDocx(
  { title, checked, manifest }: FactSheet,
  language: ReportLanguage,
): ReadableStream<Uint8Array> {
  const { t, tag } = language;
  return docxFile({ title, language: tag }, () => [
    paragraph('Title', run(title)),
    paragraph(
      'Subtitle',
      run(
        `${t('check.title')} · ${countsOf(checked, language)
          .map(({ text }) => text)
          .join(' · ')}`,
      ),
    ),
    ...checked.passages.flatMap((passage) => entryParagraphs(passage, language)),
    paragraph('Heading1', run(t('manifest.title'))),
    table(
      [
        [t('manifest.file'), t('manifest.sha256')],
        ...manifest.videos.map(({ name, sha256 }) => [
          name,
          sha256?.match(/.{1,32}/g)?.join('\n') ?? t('manifest.pending'),
        ]),
      ],
      COLUMNS,
    ),
  ]);
}

function entryParagraphs(passage: CheckedPassage, { t }: ReportLanguage): string[] {
  const { verdict, text } = passage;
  return [
    paragraph('Heading2', run(`${SIGNS[verdict][0]} ${t(`check.${verdict}`)}`)),
    paragraph('BodyText', run(text)),
    ...notesOf(passage, t).map((one) => paragraph('BodyText', run(`${one.label}: ${one.text}`, { bold: true }))),
    ...sourcesOf(passage, t).flatMap(({ label, evidence }) => [
      ...(label ? [paragraph('BodyText', run(label, { bold: true }))] : []),
      paragraph('MomentFacts', run(placeOf(evidence))),
      paragraph('Transcript', run(evidence.context)),
      ...evidence.citations.map((id) => paragraph('TableText', run(id))),
    ]),
  ];
}
