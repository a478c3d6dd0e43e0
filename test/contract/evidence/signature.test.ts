import { expect, test } from 'vitest';
import { EMPTY_SIGNATURE, jsonForm, signedParts, withSignature } from '../../../src/contract/evidence/signature.ts';
import { manifestHtml, manifestIn, manifestMarkdown } from '../../../src/core/evidence/manifest-text.ts';
import { exampleManifest } from './example-manifest.ts';

const signature = {
  kind: 'reelscope-signature',
  version: 1,
  algorithm: 'Ed25519',
  public_key: 'a'.repeat(64),
  signature: 'b'.repeat(128),
} as const;

test('the signed form of a text is the text without its signature', () => {
  const text = `# Report\n\n${EMPTY_SIGNATURE}\nend\n`;
  expect(signedParts(withSignature(text, signature))).toEqual({ form: text, signature, format: 'text' });
});

test('the signed form of JSON does not depend on whitespace and the order of members', () => {
  const document = { b: [1, 'x  y'], a: { d: 1, c: 'é' } };
  const parts = signedParts(JSON.stringify({ signature, ...document }, null, 4));
  expect(parts).toEqual({ form: jsonForm(document), signature, format: 'json' });
});

test.each([
  ['two members of one name', JSON.stringify({ a: 1, signature }).replace('{', '{"a":2,')],
  ['a number in another form', JSON.stringify({ a: 1, signature }).replace(':1', ':1.0')],
  ['a character in another form', JSON.stringify({ a: 'é', signature }).replace('é', '\\u00e9')],
  ['something after the document', `${JSON.stringify({ a: 1, signature })} x`],
  ['an unknown member of the signature', JSON.stringify({ signature: { ...signature, x: 1 } })],
  ['a signature in capitals', `${EMPTY_SIGNATURE}`.replace(' -->', ` ${JSON.stringify(signature).toUpperCase()} -->`)],
  ['two signatures', withSignature(EMPTY_SIGNATURE, signature).repeat(2)],
  ['no signature', EMPTY_SIGNATURE],
])('does not accept %s', (_, text) => {
  expect(signedParts(text)).toBeUndefined();
});

test('a report has one place for its signature', () => {
  expect(() => withSignature('text', signature)).toThrow(RangeError);
  expect(() => withSignature(EMPTY_SIGNATURE.repeat(2), signature)).toThrow(RangeError);
});

test('reads manifests back from HTML, Markdown, and JSON', () => {
  const manifest = exampleManifest({ name: '</pre> ``` & "clip" <b>' });
  expect(manifestIn(`<html><pre>x</pre>${manifestHtml(manifest)}</html>`)).toEqual(manifest);
  expect(manifestIn(`# x\n\n${manifestMarkdown(manifest)}\n`)).toEqual(manifest);
  expect(manifestIn(JSON.stringify({ manifest }))).toEqual(manifest);
  expect(manifestIn('something')).toBeNull();
});
