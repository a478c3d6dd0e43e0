import { escapeMarkup } from '../../../core/formats/markers.ts';
import { type MarkdownInline, readMarkdown } from '../../../core/texts/markdown.ts';

/** English metric units per pixel at 96 dpi. */
const EMU_PER_PIXEL = 9525;
/** Widest picture in pixels at 96 dpi: 16 cm of an A4 page. */
const MAX_WIDTH = 605;
/** Tallest picture, so that a portrait one leaves room for its text. */
const MAX_HEIGHT = 420;

/** A JPEG with its size in pixels. */
export interface DocxPicture {
  bytes: Uint8Array;
  width: number;
  height: number;
}

/** Collects pictures and links, which documents keep in files of their own. */
export interface DocxParts {
  /** Returns the relationship of a picture. */
  addPicture(bytes: Uint8Array): string;
  /** Returns the relationship of an address. */
  addLink(href: string): string;
}

interface RunStyle {
  bold?: boolean;
  italic?: boolean;
  code?: boolean;
  /** Style of characters in styles.ts. */
  style?: string;
}

/** Text in a paragraph. Right-to-left letters set their own direction. */
export function run(text: string, { bold, italic, code, style }: RunStyle = {}): string {
  const properties = [
    style ? `<w:rStyle w:val="${style}"/>` : '',
    code ? '<w:rFonts w:ascii="Consolas" w:hAnsi="Consolas" w:cs="Consolas"/>' : '',
    bold ? '<w:b/>' : '',
    italic ? '<w:i/>' : '',
  ].join('');
  const lines = text.split('\n').map((line) => `<w:t xml:space="preserve">${escapeMarkup(line)}</w:t>`);
  return `<w:r>${properties && `<w:rPr>${properties}</w:rPr>`}${lines.join('<w:br/>')}</w:r>`;
}

/** A paragraph. @param runs markup of its content */
export function paragraph(style: string, ...runs: string[]): string {
  return `<w:p><w:pPr><w:pStyle w:val="${style}"/></w:pPr>${runs.join('')}</w:p>`;
}

/** Paragraphs of Markdown. */
export function markdownParagraphs(text: string, parts: DocxParts): string[] {
  return readMarkdown(text).flatMap(({ kind, lines }) => {
    const content = lines.map((line) => line.map((part) => inline(part, parts)).join(''));
    if (kind === 'bullets') return content.map((line) => paragraph('ListBullet', line));
    if (kind === 'numbers') return content.map((line, i) => paragraph('ListParagraph', run(`${i + 1}. `), line));
    const joined = content.join('<w:r><w:br/></w:r>');
    if (kind === 'heading') return [paragraph('NoteHeading', joined)];
    return [paragraph(kind === 'quote' ? 'Quote' : 'BodyText', joined)];
  });
}

/** A picture in a paragraph of its own. @param number distinguishes pictures of a document */
export function picture(still: DocxPicture, number: number, title: string, parts: DocxParts): string {
  const scale = Math.min(1, MAX_WIDTH / still.width, MAX_HEIGHT / still.height);
  const [cx, cy] = [still.width, still.height].map((side) => Math.round(side * scale * EMU_PER_PIXEL));
  const name = `<wp:docPr id="${number}" name="Picture ${number}" descr="${escapeMarkup(title)}"/>`;
  const shape = [
    `<pic:nvPicPr><pic:cNvPr id="${number}" name="Picture ${number}"/><pic:cNvPicPr/></pic:nvPicPr>`,
    `<pic:blipFill><a:blip r:embed="${parts.addPicture(still.bytes)}"/><a:stretch><a:fillRect/></a:stretch></pic:blipFill>`,
    `<pic:spPr><a:xfrm><a:off x="0" y="0"/><a:ext cx="${cx}" cy="${cy}"/></a:xfrm><a:prstGeom prst="rect"><a:avLst/></a:prstGeom></pic:spPr>`,
  ].join('');
  const graphic = `<a:graphic><a:graphicData uri="http://schemas.openxmlformats.org/drawingml/2006/picture"><pic:pic>${shape}</pic:pic></a:graphicData></a:graphic>`;
  return paragraph(
    'Picture',
    `<w:r><w:drawing><wp:inline distT="0" distB="0" distL="0" distR="0"><wp:extent cx="${cx}" cy="${cy}"/>${name}${graphic}</wp:inline></w:drawing></w:r>`,
  );
}

/** A table over the width of the text. @param widths of the columns in twentieths of a point */
export function table(rows: readonly (readonly string[])[], widths: readonly number[]): string {
  const grid = widths.map((width) => `<w:gridCol w:w="${width}"/>`).join('');
  const body = rows.map((cells, index) => {
    const content = cells.map(
      (cell, i) =>
        `<w:tc><w:tcPr><w:tcW w:w="${widths[i]}" w:type="dxa"/></w:tcPr>${paragraph('TableText', run(cell, { bold: index === 0 }))}</w:tc>`,
    );
    const repeated = index === 0 ? '<w:trPr><w:tblHeader/></w:trPr>' : '';
    return `<w:tr>${repeated}${content.join('')}</w:tr>`;
  });
  const total = widths.reduce((sum, width) => sum + width, 0);
  return `<w:tbl><w:tblPr><w:tblStyle w:val="Files"/><w:tblW w:w="${total}" w:type="dxa"/><w:tblLayout w:type="fixed"/></w:tblPr><w:tblGrid>${grid}</w:tblGrid>${body.join('')}</w:tbl>`;
}

function inline(part: MarkdownInline, parts: DocxParts): string {
  if (part.kind === 'link') {
    return `<w:hyperlink r:id="${parts.addLink(part.href)}">${run(part.text, { style: 'Hyperlink' })}</w:hyperlink>`;
  }
  return run(part.text, { bold: part.kind === 'strong', italic: part.kind === 'emphasis', code: part.kind === 'code' });
}
