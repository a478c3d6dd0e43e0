import { makeZip } from 'client-zip';
import { expect, test } from 'vitest';
import { documentText } from '../../../src/core/claims/document-text.ts';

const docx = async (body: string) => {
  const xml = `<?xml version="1.0"?><w:document xmlns:w="w"><w:body>${body}</w:body></w:document>`;
  return new Uint8Array(await new Response(makeZip([{ name: 'word/document.xml', input: xml }])).arrayBuffer());
};

test.each([
  [
    '<w:p><w:r><w:t>One</w:t></w:r></w:p><w:p><w:r><w:t xml:space="preserve">Two </w:t><w:t>words</w:t></w:r></w:p>',
    'One\n\nTwo words',
  ],
  ['<w:p><w:t>a</w:t><w:tab/><w:t>b</w:t><w:br w:type="page"/><w:t>c</w:t></w:p>', 'a\tb\nc'],
  ['<w:p><w:t>&lt;R&amp;D&gt; &#8220;&#x201d; &unknown;</w:t></w:p>', '<R&D> “” &unknown;'],
  ['<w:p><w:del w:id="1"><w:r><w:delText>gone</w:delText><w:t>gone</w:t></w:r></w:del><w:t>kept</w:t></w:p>', 'kept'],
  [
    '<w:p><w:moveFrom w:id="1"><w:t>moved</w:t></w:moveFrom><w:moveFromRangeStart w:id="2"/><w:t>here</w:t><w:t/></w:p>',
    'here',
  ],
  ['<w:p><w:instrText>HYPERLINK</w:instrText><w:ins w:id="3"><w:t>added</w:t></w:ins></w:p>', 'added'],
])('reads the text of %s', async (body, text) => {
  expect(await documentText(await docx(body))).toBe(text);
});

test('reads a text document of OpenDocument without notes and deletions', async () => {
  const changes = '<text:tracked-changes><text:deletion><text:p>gone</text:p></text:deletion></text:tracked-changes>';
  const body = `${changes}<text:h>Title</text:h><text:p/><text:p>Ann<text:s/>said:<text:tab/>“We
 <text:span>will</text:span><text:note><text:note-body><text:p>source</text:p></text:note-body></text:note> ship<office:annotation><text:p>check</text:p></office:annotation>.”<text:line-break/>R&amp;D</text:p>`;
  const input = `<?xml version="1.0"?><office:text>${body}</office:text>`;
  const odt = new Uint8Array(await new Response(makeZip([{ name: 'content.xml', input }])).arrayBuffer());
  expect(await documentText(odt)).toBe('Title\n\n\n\nAnn said:\t“We\n will ship.”\nR&D');
});
