import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type AccentEngine, accentEngine } from '../../../../src/models/accents/index.ts';
import { type OcrEngine, ocrEngine, type RgbImage } from '../../../../src/models/ocr/index.ts';
import { textSegments } from '../../../../src/modules/ocr/segments.ts';
import { sample, WHOLE } from '../../../fixtures/extended.ts';
import { textReaderOf } from '../../../fixtures/text-reader.ts';

const LINES = [
  ['ru', 'Министр экономики заявил'],
  ['el', 'Θεσσαλονίκη και Αθήνα'],
  ['ar', 'مرحبا بكم في القاهرة'],
  ['he', 'ברוכים הבאים לירושלים'],
  ['hi', 'आज के समाचार'],
  ['ko', '안녕하세요 서울'],
  ['ja', 'こんにちは東京'],
] as const;

let engine: OcrEngine;
let accents: AccentEngine;
beforeAll(async () => {
  engine = await ocrEngine.load();
  accents = await accentEngine.load();
});
afterAll(() => Promise.all([engine.dispose(), accents.dispose()]));

test.each(sample(LINES, 2))('reads a line in %s', WHOLE, async (language, text) => {
  const { stdout } = await promisify(execFile)('fc-list', [`:lang=${language}`]).catch(() => ({ stdout: '' }));
  if (stdout === '') return console.info(`No font for ${language} is installed, so this is not tested.`);
  const family = language === 'ja' || language === 'ko' ? '' : 'font-family="DejaVu Sans"';
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="960" height="320"><rect width="960" height="320"
    fill="#f4efe4"/><text x="80" y="160" ${family} font-size="40" fill="#26323f" xml:lang="${language}">${text}</text></svg>`;
  const { data, info } = await sharp(Buffer.from(svg)).removeAlpha().raw().toBuffer({ resolveWithObject: true });
  const image: RgbImage = { width: info.width, height: info.height, rgb: new Uint8Array(data) };
  const reader = textReaderOf({ engine, accents, restores: false });
  await reader.onStill({ ...image, time: 0 });
  expect(textSegments(await reader.finish(1)).map(({ content }) => content)).toEqual([text]);
  expect(reader.unreadScripts()).toEqual([]);
});
