import { makeZip } from 'client-zip';
import { escapeMarkup } from '../../../core/formats/markers.ts';
import type { DocxParts } from './elements.ts';
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
/** Type of these files. */
export const DOCX = {
  mediaType: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  extension: 'docx',
};

/**
 * A word processing document (ECMA-376, transitional).
 * @param properties its title, and its language (BCP 47)
 * @param write returns the markup of its paragraphs and tables
 */
export function docxFile(
  { title, language }: { title: string; language: string },
  write: (parts: DocxParts) => readonly string[],
): ReadableStream<Uint8Array> {
  const pictures: Uint8Array[] = [];
  const links: string[] = [];
  const body = write({
    addPicture: (bytes) => `rIdPicture${pictures.push(bytes)}`,
    addLink: (href) => `rIdLink${links.push(href)}`,
  });
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
      `${XML}<cp:coreProperties xmlns:cp="${PACKAGE}/metadata/core-properties" xmlns:dc="http://purl.org/dc/elements/1.1/"><dc:title>${escapeMarkup(title)}</dc:title><dc:language>${escapeMarkup(language)}</dc:language></cp:coreProperties>`,
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
