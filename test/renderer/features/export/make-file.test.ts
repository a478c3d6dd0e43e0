import { createHash } from 'node:crypto';
import { expect, it } from 'vitest';
import { createTranslate } from '../../../../src/base/translate.ts';
import { writeCitationId } from '../../../../src/contract/evidence/citation-id.ts';
import { MANIFEST_WORDS } from '../../../../src/contract/evidence/report-section.ts';
import de from '../../../../src/contract/locales/de/messages.json' with { type: 'json' };
import { message } from '../../../../src/contract/message.ts';
import { moduleTexts } from '../../../../src/contract/module-display.ts';
import type { Moment } from '../../../../src/contract/moments.ts';
import type { Results } from '../../../../src/contract/results.ts';
import type { FileFormat } from '../../../../src/renderer/features/export/formats.ts';
import { createExportFile, momentsIn } from '../../../../src/renderer/features/export/make-file.ts';
import { createMessages } from '../../../../src/renderer/ui/lib/create-messages.ts';
import { verifyReport } from '../../../../src/server/evidence/verify-report.ts';
import { exampleManifest } from '../../../contract/evidence/example-manifest.ts';
import { REPORT_WORDS } from '../../../fixtures/report-words.ts';
import { EXAMPLE_CITATION, testSigner } from '../../../fixtures/signer.ts';

const german = createMessages(createTranslate<typeof de>(de, 'de'), 'de');

const finding = {
  ...{ id: '1', module: 'audioevents' as const, engine: null, start_time: 0, end_time: 4 },
  ...{ content: 'Music or noise', data: { label: 'music or noise', text: message('sound.other') } },
};
const results = { job_id: 'a', video_name: 'film.mp4', duration: 4, segments: [finding] } as unknown as Results;

async function save(format: FileFormat) {
  const signer = await testSigner();
  const { content } = await createExportFile(format, {
    results,
    moments: [],
    part: {},
    rate: '25',
    facts: undefined,
    report: {
      language: 'de',
      nameOf: (module) => moduleTexts(module, 'de').title,
      segment: german.segment,
      words: REPORT_WORDS,
      manifestWords: MANIFEST_WORDS,
      stillUrl: () => '',
    },
    signer,
    signal: new AbortController().signal,
  });
  return { signer, bytes: new Uint8Array(await content.arrayBuffer()), text: await content.text() };
}

it('writes an HTML report in the language of the window', async () => {
  const { text: html } = await save('html');
  expect(html).toContain('lang="de"');
  expect(html).toContain('Musik oder Geräusche');
  expect(html).not.toContain('Music or noise');
});

it.each<FileFormat>(['html', 'md', 'json'])('signs reports, so that a changed byte shows: %s', async (format) => {
  const { signer, bytes, text } = await save(format);
  expect(signer.recorded).toMatchObject([{ format }]);
  expect(text).toContain(writeCitationId(EXAMPLE_CITATION));
  expect(verifyReport(bytes, signer.key.fingerprint)).toMatchObject({ status: 'valid', manifest: exampleManifest() });
  const at = Buffer.from(bytes).indexOf(format === 'html' ? 'Musik' : 'Music');
  expect(at).toBeGreaterThan(0);
  const changed = bytes.with(at, 'N'.charCodeAt(0));
  expect(verifyReport(changed, signer.key.fingerprint).status).toBe('changed');
});

it.each<FileFormat>(['csv', 'srt', 'vtt', 'edl', 'otio', 'fcpxml'])(
  'records other files by their hash: %s',
  async (format) => {
    const { signer, bytes } = await save(format);
    const sha256 = createHash('sha256').update(bytes).digest('hex');
    expect(signer.recorded).toEqual([{ format, sha256 }]);
  },
);

it('a report of a range has its moments only, cut to it and with its times', () => {
  const moment = (start_time: number, end_time: number | null) => ({ start_time, end_time }) as Moment;
  const all = [moment(1, 2), moment(3, 8), moment(6, null), moment(12, 14)];
  expect(momentsIn(all, {})).toEqual(all);
  const range = { start: 5, end: 10 };
  expect(momentsIn(all, { range })).toEqual([moment(5, 8), moment(6, null)]);
  expect(momentsIn(all, { range, fromZero: true })).toEqual([moment(0, 3), moment(1, null)]);
});
