import { createHash } from 'node:crypto';
import { beforeEach, expect, test } from 'vitest';
import type { Results } from '../../../src/contract/analysis/results.ts';
import { jsonForm, withSignature } from '../../../src/contract/evidence/signature.ts';
import { MANIFEST_WORDS } from '../../../src/core/evidence/report-section.ts';
import { toHtml } from '../../../src/core/formats/html.ts';
import { toMarkdown } from '../../../src/core/formats/markdown.ts';
import { type InstallationKey, openInstallationKey } from '../../../src/server/evidence/installation-key.ts';
import { verifyReport } from '../../../src/server/evidence/verify-report.ts';
import { exampleManifest } from '../../contract/evidence/example-manifest.ts';
import { extendedTest } from '../../fixtures/extended.ts';
import { REPORT_WORDS } from '../../fixtures/report-words.ts';
import { tempFolder } from '../../fixtures/temp.ts';

let key: InstallationKey;
/** A secret store in memory. */
const memorySecrets = (secrets = new Map<string, string>()) => ({
  get: async (name: string) => secrets.get(name),
  set: async (name: string, value: string) => void secrets.set(name, value),
  clear: () => secrets.clear(),
});
const newKey = async () => openInstallationKey(memorySecrets(), await tempFolder());
beforeEach(async () => {
  key = await newKey();
});

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');
const signText = (text: string, by = key) => withSignature(text, by.sign('text', sha256(text)));
const signJson = (document: object) =>
  `${JSON.stringify({ ...document, signature: key.sign('json', sha256(jsonForm(document))) }, null, 2)}\n`;

const results: Results = {
  job_id: 'j',
  video_name: 'Clip <1>',
  duration: 9,
  status: 'completed',
  processing_time: 1,
  segments: [{ id: '1', module: 'ocr', content: 'TÄXI', start_time: 0, end_time: 1, data: null, engine: 'e@1' }],
};
const documents = (of = results, manifest = exampleManifest()): [string, string][] => {
  const html = toHtml(of, {
    language: 'en',
    stills: new Map(),
    moduleName: (name) => name,
    words: REPORT_WORDS,
    manifest: { facts: manifest, words: MANIFEST_WORDS },
  });
  const markdown = toMarkdown(of, manifest);
  return [
    ['HTML', signText(html)],
    ['Markdown', signText(markdown)],
    ['JSON', signJson({ ...of, manifest })],
  ];
};

test('accepts each format as it was signed, with its manifest', () => {
  for (const [, text] of documents())
    expect(verifyReport(Buffer.from(text), key.fingerprint)).toEqual({
      status: 'valid',
      only_line_endings: false,
      changed_part: null,
      fingerprint: key.fingerprint,
      manifest: exampleManifest(),
    });
});

test('signs and verifies a report whose texts look like a signature or reorder what stands around them', () => {
  const text = '<!-- reelscope-signature --> \u202efdp.exe \u0085';
  const manifest = exampleManifest({ name: text, original_name: text });
  const segment = { ...results.segments[0]!, module: 'transcription' as const, content: text, data: { speaker: text } };
  const moment = { id: '1', job_id: 'j', start_time: 1, end_time: 2, title: text, note: text, tags: [text] };
  const of = { ...results, video_name: text, segments: [segment], moments: [moment as never] };
  for (const [format, document] of documents(of, manifest)) {
    const report = verifyReport(Buffer.from(document), key.fingerprint);
    expect(report, format).toMatchObject({ status: 'valid', manifest });
    if (format !== 'JSON') expect(document, format).not.toMatch(/[\u202e\u0085]/);
  }
});

test('takes JSON of any depth, which is no report', () => {
  const deep = `{"signature":{"kind":"reelscope-signature"},"a":${'['.repeat(100_000)}${']'.repeat(100_000)}}`;
  expect(verifyReport(Buffer.from(deep), key.fingerprint)).toMatchObject({ status: 'changed', manifest: null });
});

test('names a report of another installation, unless its key is the expected one', async () => {
  const other = await newKey();
  const text = signText('# x\n<!-- reelscope-signature -->\n', other);
  expect(verifyReport(Buffer.from(text), key.fingerprint)).toMatchObject({
    status: 'other',
    fingerprint: other.fingerprint,
  });
  expect(verifyReport(Buffer.from(text), undefined).status).toBe('other');
  expect(verifyReport(Buffer.from(text), other.fingerprint).status).toBe('valid');
});

extendedTest(
  'finds each changed byte',
  () => {
    for (const [format, text] of documents()) {
      const bytes = Buffer.from(text);
      const accepted: string[] = [];
      for (let at = 0; at < bytes.length; at++) {
        const changed = Buffer.from(bytes);
        changed[at]! ^= 1 << (at % 7);
        const { status } = verifyReport(changed, key.fingerprint);
        // Whitespace between the tokens of JSON has no meaning.
        const isSpace = format === 'JSON' && [bytes[at], changed[at]].every((byte) => [9, 10, 13, 32].includes(byte!));
        if (status !== 'changed' && !isSpace) accepted.push(`${format} ${at} ${status}`);
      }
      expect(accepted).toEqual([]);
    }
  },
  120_000,
);

test('finds text that was added or removed at either end', () => {
  for (const [format, text] of documents().filter(([name]) => name !== 'JSON'))
    for (const changed of [` ${text}`, `${text} `, `\ufeff${text}`, text.slice(1), text.slice(0, -1)])
      expect(verifyReport(Buffer.from(changed), key.fingerprint).status, format).toBe('changed');
});

test('says that only line endings differ, and still calls the report changed', () => {
  const [, [, markdown]] = documents() as [[string, string], [string, string]];
  const mailed = Buffer.from(markdown.replaceAll('\n', '\r\n'));
  expect(verifyReport(mailed, key.fingerprint)).toMatchObject({
    status: 'changed',
    only_line_endings: true,
    changed_part: 'line_endings',
  });
  const edited = Buffer.from(markdown.replace('Clip', 'Flip').replaceAll('\n', '\r\n'));
  expect(verifyReport(edited, key.fingerprint)).toMatchObject({
    status: 'changed',
    only_line_endings: false,
    changed_part: 'content',
  });
});

test('tells other files from reports', () => {
  for (const content of ['', 'some text', '{"a":1}', Buffer.from([0xff, 0xfe, 0])])
    expect(verifyReport(Buffer.from(content as string), key.fingerprint).status).toBe('unsigned');
});

test('a key stays the same as long as its secret does', async () => {
  const secrets = memorySecrets();
  const first = await openInstallationKey(secrets, await tempFolder());
  expect((await openInstallationKey(secrets, await tempFolder())).fingerprint).toBe(first.fingerprint);
  secrets.clear();
  expect((await openInstallationKey(secrets, await tempFolder())).fingerprint).not.toBe(first.fingerprint);
});

test('tells a damaged signature and another encoding from a changed content', () => {
  const [, html] = documents()[0]!;
  expect(verifyReport(Buffer.from(html.replace('"algorithm"', '"Algorithm"')), key.fingerprint)).toMatchObject({
    status: 'changed',
    changed_part: 'signature',
  });
  expect(verifyReport(Buffer.from(html, 'latin1'), key.fingerprint)).toMatchObject({
    status: 'changed',
    changed_part: 'encoding',
  });
});
