import { expect, test } from 'vitest';
import type { ExportFormat } from '../../../../src/contract/evidence/manifest.ts';
import type { SegmentRow } from '../../../../src/db/schema.ts';
import type { DocumentForm, DocumentOrder } from '../../../../src/server/exports/documents/document-order.ts';
import { createDocumentWriter } from '../../../../src/server/exports/documents/document-writer.ts';
import { writeDocument } from '../../../../src/server/exports/documents/write-document.ts';
import { sample, WHOLE } from '../../../fixtures/extended.ts';

const SIGNATURE = {
  kind: 'reelscope-signature',
  version: 1,
  algorithm: 'Ed25519',
  public_key: '0'.repeat(64),
  signature: '1'.repeat(128),
} as const;

const MANIFEST = {
  kind: 'reelscope-manifest' as const,
  version: 1 as const,
  product: 'Reelscope',
  created_at: '2026-01-01T00:00:00',
  time_zone: 'UTC',
  key: 'f'.repeat(64),
  videos: [],
};

const FILE = { jobId: 'j', name: 'a.mp4', duration: 9000, video: null, audioChannels: 2, start: null };

/** Findings of a long video, every second one a line of its transcript. */
const rows = (count: number, module: 'transcription' | 'ocr' = 'transcription'): SegmentRow[] =>
  Array.from({ length: count }, (_, i) => ({
    id: i + 1,
    videoId: 1,
    module: i % 2 === 0 ? module : 'ocr',
    content: `Line ${i}`,
    startTime: i,
    endTime: i + 1,
    data: JSON.stringify({ still_time: i % 7, language: 'de', translation: `Zeile ${i}` }),
    engine: 'speech@1',
  }));

const orderOf = (form: DocumentForm, more: Partial<DocumentOrder> = {}): DocumentOrder => ({
  head: { job_id: 'j', video_name: 'a.mp4', duration: 9000, status: 'completed', processing_time: 1 },
  perModule: ['transcription', 'ocr'],
  isTranslated: false,
  form,
  ...more,
});

const file = { people: [], added: {}, part: {} };

function createWriter() {
  const recorded: [ExportFormat, string][] = [];
  const hashes = {
    all: async (_: string, times: readonly number[]) => times.map((time) => (time === 3 ? null : 'a'.repeat(22))),
  };
  const writer = createDocumentWriter({
    stills: { still: async () => undefined },
    hashes,
    media: { shrink: async () => [] },
    exports: {
      record: (_, { format, sha256 }) => {
        recorded.push([format, sha256]);
        return SIGNATURE;
      },
    },
  });
  const desk = {
    record: (format: ExportFormat, sha256: string) => {
      recorded.push([format, sha256]);
      return SIGNATURE;
    },
    hashes: (times: readonly number[]) => hashes.all('j', times),
    pictures: async () => new Map(),
  };
  return { writer, desk, recorded };
}

const report = { moments: [], language: 'de' as const };
const source = '0'.repeat(64);

const ORDERS: [string, DocumentOrder][] = [
  ['results', orderOf({ format: 'json' })],
  ['translated results', orderOf({ format: 'json' }, { isTranslated: true })],
  ['signed results', orderOf({ format: 'json', manifest: MANIFEST }, { source })],
  [
    'a signed file of a part',
    orderOf(
      { format: 'json', manifest: MANIFEST },
      { source, file: { ...file, part: { range: { start: 5, end: 9 }, fromZero: true } } },
    ),
  ],
  ['Markdown', orderOf({ format: 'md', manifest: MANIFEST }, { source, file })],
  ['HTML', orderOf({ format: 'html', manifest: MANIFEST, ...report }, { source, file })],
  ['a spreadsheet', orderOf({ format: 'csv', language: 'de' }, { source, file })],
  ['subtitles', orderOf({ format: 'srt' })],
  ['markers', orderOf({ format: 'fcpxml', file: FILE, settings: {} }, { source, file })],
];

test.each(sample(ORDERS, 4))(
  '%s of a long video, written on a thread, are those written here',
  WHOLE,
  async (_, order) => {
    const { writer, desk, recorded } = createWriter();
    const findings = rows(2001);
    const written = await writer.write(1, order, findings);
    expect(written).toBeInstanceOf(Uint8Array);
    expect(new TextDecoder('utf-8', { ignoreBOM: true }).decode(written as Uint8Array)).toBe(
      await writeDocument(order, findings, desk),
    );
    // The same hash was recorded by either, if any.
    expect(recorded.slice(recorded.length / 2)).toEqual(recorded.slice(0, recorded.length / 2));
  },
);

test.each(['srt', 'txt'] as const)('errors of a long document (%s) have their code and text', async (format) => {
  const { writer } = createWriter();
  const written = writer.write(1, orderOf({ format }), rows(2001, 'ocr'));
  await expect(written).rejects.toMatchObject({ code: 'not_ready', text: { key: 'export.no-speech' } });
});

test('a long document that can’t be recorded is not sent', async () => {
  const { writer } = createWriter();
  const failing = createDocumentWriter({
    stills: { still: async () => undefined },
    hashes: { all: async () => [] },
    media: { shrink: async () => [] },
    exports: {
      record: () => {
        throw new RangeError('The video is gone.');
      },
    },
  });
  const order = orderOf({ format: 'csv' }, { file });
  await expect(failing.write(1, order, rows(2001))).rejects.toThrow('The video is gone.');
  // The next one has its turn.
  expect(await writer.write(1, order, rows(2001))).toBeInstanceOf(Uint8Array);
});
