import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import sharp from 'sharp';
import { expect, test } from 'vitest';
import { message } from '../../src/contract/message.ts';
import { analyze } from '../../src/pipeline/analyze.ts';
import type { FromWorker } from '../../src/pipeline/protocol.ts';
import { solid } from '../fixtures/pictures.ts';
import { tempFolder } from '../fixtures/temp.ts';
import { drawText } from '../models/ocr/bitmap-text.ts';

const star = Buffer.from(
  '<svg xmlns="http://www.w3.org/2000/svg" width="240" height="240"><path d="M120 10l30 75 80 5-62 52 21 80-69-44-69 44 21-80L10 90l80-5z" fill="#d33"/><circle cx="120" cy="128" r="30" fill="#fff"/></svg>',
);

test('finds a logo added later on saved stills without opening the file', async () => {
  const folder = await tempFolder();
  const background = { create: { width: 640, height: 360, channels: 3, background: '#dcdcd4' } } as const;
  const logo = await sharp(star).resize(120).png().toBuffer();
  await writeFile(join(folder, '1000.jpg'), await sharp(background).jpeg().toBuffer());
  const shown = sharp(background).composite([{ input: logo, left: 200, top: 100 }]);
  await writeFile(join(folder, '5000.jpg'), await shown.jpeg({ quality: 80 }).toBuffer());
  const video = { codec: 'h264', width: 640, height: 360, rotation: 0, frameRate: 25, pixelFormat: 'yuv420p' } as const;
  const sent: FromWorker[] = [];
  await analyze(
    {
      jobId: 'j',
      path: join(folder, 'no-such-file.mp4'),
      modules: ['ocr', 'logos'],
      finished: [{ module: 'ocr', segments: [] }],
      initialPrompt: null,
      brandWords: [],
      referenceLogos: [{ name: 'Star', picture: new Uint8Array(await sharp(star).png().toBuffer()) }],
      savedStills: {
        media: { container: 'mov', duration: 10, sizeBytes: 1, video, audio: null },
        stills: [5000, 1000, 7000].map((timeMs) => ({ timeMs, file: `${timeMs}.jpg` })),
      },
      stillsFolder: folder,
    },
    { send: (message) => void sent.push(message), signal: new AbortController().signal, embed: async () => null },
  );
  const [findings] = sent.filter((message) => message.type === 'findings');
  expect(findings).toMatchObject({ module: 'logos', engine: 'brand-words+pp-ocrv4+opencv-logos@3' });
  expect(findings?.segments).toMatchObject([
    {
      content: 'Star',
      start_time: 5,
      data: { label: 'Star', still_time: 5, evidence: [{ kind: 'reference', time: 5 }] },
    },
  ]);
  const [box] = findings!.segments[0]!.data!.boxes!;
  expect(box!.x).toBeCloseTo(200 / 640, 1);
  expect(box!.width).toBeCloseTo(120 / 640, 1);
  expect(sent).toContainEqual({
    type: 'warning',
    message: '1 saved frame is missing.',
    text: message('warning.stills-missing', { count: 1 }),
  });
  expect(sent.at(-1)).toMatchObject({ type: 'done' });
}, 60_000);

test('finds a brand word added later on saved stills of a video without ocr', async () => {
  const folder = await tempFolder();
  const ground = solid(640, 360, [220, 220, 212]);
  const shown = await drawText(ground, [{ text: 'VELOTAXI', x: 120, y: 140, size: 60, color: [20, 20, 30] }]);
  for (const [time, { width, height, rgb }] of [
    [1000, ground],
    [5000, shown],
    [9000, ground],
  ] as const) {
    const picture = sharp(rgb, { raw: { width, height, channels: 3 } });
    await writeFile(join(folder, `${time}.jpg`), await picture.jpeg({ quality: 80 }).toBuffer());
  }
  const video = { codec: 'h264', width: 640, height: 360, rotation: 0, frameRate: 25, pixelFormat: 'yuv420p' } as const;
  const sent: FromWorker[] = [];
  await analyze(
    {
      jobId: 'j',
      path: join(folder, 'no-such-file.mp4'),
      modules: ['logos'],
      finished: [],
      initialPrompt: null,
      brandWords: ['Velotaxi'],
      savedStills: {
        media: { container: 'mov', duration: 12, sizeBytes: 1, video, audio: null },
        stills: [1000, 5000, 9000].map((timeMs) => ({ timeMs, file: `${timeMs}.jpg` })),
      },
      stillsFolder: folder,
    },
    { send: (message) => void sent.push(message), signal: new AbortController().signal, embed: async () => null },
  );
  const [findings] = sent.filter((message) => message.type === 'findings');
  expect(findings?.segments).toMatchObject([{ content: 'Velotaxi', start_time: 5, end_time: 9 }]);
}, 60_000);
