/** Styles of a document, by the names that word processors list, so that a user can change them in one place. */
export const STYLES_XML = `<?xml version="1.0" encoding="UTF-8" standalone="yes"?>
<w:styles xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main">
<w:docDefaults><w:rPrDefault><w:rPr><w:rFonts w:ascii="Calibri" w:hAnsi="Calibri" w:eastAsia="Calibri" w:cs="Arial"/><w:sz w:val="22"/><w:szCs w:val="22"/></w:rPr></w:rPrDefault><w:pPrDefault><w:pPr><w:spacing w:after="80" w:line="264" w:lineRule="auto"/></w:pPr></w:pPrDefault></w:docDefaults>
<w:style w:type="paragraph" w:default="1" w:styleId="Normal"><w:name w:val="Normal"/><w:qFormat/></w:style>
${[
  style('Title', 'Title', '<w:spacing w:before="0" w:after="60"/>', '<w:b/><w:sz w:val="44"/><w:szCs w:val="44"/>'),
  style('Subtitle', 'Subtitle', '<w:spacing w:after="240"/>', '<w:color w:val="595D66"/>'),
  style(
    'Heading1',
    'heading 1',
    '<w:keepNext/><w:spacing w:before="360" w:after="120"/><w:outlineLvl w:val="0"/>',
    '<w:b/><w:sz w:val="30"/><w:szCs w:val="30"/>',
  ),
  style(
    'Heading2',
    'heading 2',
    '<w:keepNext/><w:spacing w:before="280" w:after="20"/><w:outlineLvl w:val="1"/>',
    '<w:b/><w:sz w:val="24"/><w:szCs w:val="24"/>',
  ),
  style(
    'MomentFacts',
    'Moment facts',
    '<w:keepNext/><w:spacing w:after="80"/>',
    '<w:color w:val="595D66"/><w:sz w:val="19"/><w:szCs w:val="19"/>',
  ),
  style('Picture', 'Picture', '<w:keepNext/><w:spacing w:before="60" w:after="100"/>', ''),
  style('BodyText', 'Body Text', '', ''),
  style('NoteHeading', 'Note heading', '<w:keepNext/>', '<w:b/>'),
  style(
    'Quote',
    'Quote',
    '<w:pBdr><w:left w:val="single" w:sz="12" w:space="8" w:color="C9CCD3"/></w:pBdr><w:ind w:left="240"/>',
    '<w:color w:val="595D66"/>',
  ),
  style('ListParagraph', 'List Paragraph', '<w:ind w:left="360"/>', ''),
  style(
    'ListBullet',
    'List Bullet',
    '<w:numPr><w:numId w:val="1"/></w:numPr><w:ind w:left="360" w:hanging="240"/>',
    '',
  ),
  style(
    'Transcript',
    'Transcript',
    '<w:shd w:val="clear" w:color="auto" w:fill="F4F5F7"/><w:spacing w:after="0"/><w:ind w:left="120" w:right="120"/>',
    '<w:sz w:val="20"/><w:szCs w:val="20"/>',
  ),
  style('TableText', 'Table text', '<w:spacing w:before="40" w:after="40"/>', '<w:sz w:val="18"/><w:szCs w:val="18"/>'),
  style('Footer', 'footer', '<w:jc w:val="right"/>', '<w:color w:val="595D66"/><w:sz w:val="18"/><w:szCs w:val="18"/>'),
].join('\n')}
<w:style w:type="character" w:styleId="Hyperlink"><w:name w:val="Hyperlink"/><w:rPr><w:color w:val="1F5FBF"/><w:u w:val="single"/></w:rPr></w:style>
<w:style w:type="character" w:styleId="Time"><w:name w:val="Time"/><w:rPr><w:color w:val="595D66"/></w:rPr></w:style>
<w:style w:type="table" w:styleId="Files"><w:name w:val="Files"/><w:tblPr><w:tblBorders><w:insideH w:val="single" w:sz="4" w:color="DCDEE3"/><w:bottom w:val="single" w:sz="4" w:color="DCDEE3"/></w:tblBorders><w:tblCellMar><w:right w:w="120" w:type="dxa"/></w:tblCellMar></w:tblPr></w:style>
</w:styles>`;

/** The one list of bullets. */
export const NUMBERING_XML = `<?xml version="1.0" encoding="UTF-8" standalone="yes"?>
<w:numbering xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"><w:abstractNum w:abstractNumId="0"><w:lvl w:ilvl="0"><w:start w:val="1"/><w:numFmt w:val="bullet"/><w:lvlText w:val="•"/><w:lvlJc w:val="left"/><w:pPr><w:ind w:left="360" w:hanging="240"/></w:pPr></w:lvl></w:abstractNum><w:num w:numId="1"><w:abstractNumId w:val="0"/></w:num></w:numbering>`;

function style(id: string, name: string, paragraph: string, text: string): string {
  return `<w:style w:type="paragraph" w:styleId="${id}"><w:name w:val="${name}"/><w:basedOn w:val="Normal"/><w:qFormat/><w:pPr>${paragraph}</w:pPr><w:rPr>${text}</w:rPr></w:style>`;
}
