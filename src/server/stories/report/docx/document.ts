import { makeZip } from 'client-zip';
import { formatClock } from '../../../../base/time.ts';
import { escapeMarkup } from '../../../../contract/formats/markers.ts';
import { manifestWords } from '../../../exports/manifest-words.ts';
import type { ReportLanguage } from '../../../exports/report-language.ts';
import { citedLines, type ReportEntry, type StoryReport } from '../report.ts';
import { type DocxParts, markdownParagraphs, paragraph, picture, run, table } from './elements.ts';
import { NUMBERING_XML, STYLES_XML } from './styles.ts';

const XML = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>';
const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006';
const WORD = 'application/vnd.openxmlformats-officedocument.wordprocessingml';
const NAMESPACES = [
  'xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"',
  `xmlns:r="${OFFICE}"`,
  'xmlns:wp="http://schemas.openxmlformats.org/drawingml/2006/wordprocessingDrawing"',
  'xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main"',
  'xmlns:pic="http://schemas.openxmlformats.org/drawingml/2006/picture"',
].join(' ');
/** Columns of the table of files, in twentieths of a point: 17 cm together. */
const FILE_COLUMNS = [3200, 1100, 1500, 3838];

/** A story as a word processing document (ECMA-376, transitional): headings, notes, frames, transcript, and files. */
export function storyDocx(report: StoryReport, language: ReportLanguage): ReadableStream<Uint8Array> {
  const pictures: Uint8Array[] = [];
  const links: string[] = [];
  const parts: DocxParts = {
    addPicture: (bytes) => `rIdPicture${pictures.push(bytes)}`,
    addLink: (href) => `rIdLink${links.push(href)}`,
  };
  const body = [
    paragraph('Title', run(report.title)),
    paragraph('Subtitle', run(report.facts)),
    ...markdownParagraphs(report.description, parts),
    ...report.entries.flatMap((entry) => entryParagraphs(entry, parts)),
    ...filesOf(report, language),
    ...citationsOf(report, language),
  ];
  // A4 with margins of 2 cm.
  const section = `<w:sectPr><w:footerReference w:type="default" r:id="rIdFooter"/><w:pgSz w:w="11906" w:h="16838"/><w:pgMar w:top="1134" w:right="1134" w:bottom="1134" w:left="1134" w:header="567" w:footer="567" w:gutter="0"/></w:sectPr>`;
  const relationships = [
    relationship('rIdStyles', 'styles', 'styles.xml'),
    relationship('rIdNumbering', 'numbering', 'numbering.xml'),
    relationship('rIdFooter', 'footer', 'footer.xml'),
    ...pictures.map((_, i) => relationship(`rIdPicture${i + 1}`, 'image', `media/${i + 1}.jpg`)),
    ...links.map((href, i) => relationship(`rIdLink${i + 1}`, 'hyperlink', href, true)),
  ];
  const file = (name: string, input: string | Uint8Array) => ({ name, input });
  return makeZip([
    file('[Content_Types].xml', contentTypes()),
    file(
      '_rels/.rels',
      `${XML}<Relationships xmlns="${PACKAGE}/relationships">${relationship('rId1', 'officeDocument', 'word/document.xml')}<Relationship Id="rId2" Type="${PACKAGE}/relationships/metadata/core-properties" Target="docProps/core.xml"/></Relationships>`,
    ),
    file(
      'docProps/core.xml',
      `${XML}<cp:coreProperties xmlns:cp="${PACKAGE}/metadata/core-properties" xmlns:dc="http://purl.org/dc/elements/1.1/"><dc:title>${escapeMarkup(report.title)}</dc:title><dc:language>${escapeMarkup(language.tag)}</dc:language></cp:coreProperties>`,
    ),
    file(
      'word/document.xml',
      `${XML}<w:document ${NAMESPACES}><w:body>${body.join('\n')}${section}</w:body></w:document>`,
    ),
    file(
      'word/_rels/document.xml.rels',
      `${XML}<Relationships xmlns="${PACKAGE}/relationships">${relationships.join('')}</Relationships>`,
    ),
    file('word/styles.xml', STYLES_XML),
    file('word/numbering.xml', NUMBERING_XML),
    file(
      'word/footer.xml',
      `${XML}<w:ftr ${NAMESPACES}><w:p><w:pPr><w:pStyle w:val="Footer"/></w:pPr><w:fldSimple w:instr="PAGE"><w:r><w:t>1</w:t></w:r></w:fldSimple></w:p></w:ftr>`,
    ),
    ...pictures.map((bytes, i) => file(`word/media/${i + 1}.jpg`, bytes)),
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

function relationship(id: string, type: string, target: string, isExternal = false): string {
  const mode = isExternal ? ' TargetMode="External"' : '';
  return `<Relationship Id="${id}" Type="${OFFICE}/${type}" Target="${escapeMarkup(target)}"${mode}/>`;
}

function contentTypes(): string {
  const parts = [
    ['/word/document.xml', `${WORD}.document.main+xml`],
    ['/word/styles.xml', `${WORD}.styles+xml`],
    ['/word/numbering.xml', `${WORD}.numbering+xml`],
    ['/word/footer.xml', `${WORD}.footer+xml`],
    ['/docProps/core.xml', 'application/vnd.openxmlformats-package.core-properties+xml'],
  ];
  const overrides = parts.map(([name, type]) => `<Override PartName="${name}" ContentType="${type}"/>`);
  return `${XML}<Types xmlns="${PACKAGE}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Default Extension="jpg" ContentType="image/jpeg"/>${overrides.join('')}</Types>`;
}
