import { writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, it } from 'vitest';
import { encodePng } from '../../../src/media/images/encode.ts';
import { normalizeLogo } from '../../../src/models/features/normalize.ts';
import { renderSvg } from '../../../src/models/features/svg.ts';
import { tempFolder } from '../../fixtures/temp.ts';

const svg = (attributes: string, body: string) =>
  Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" ${attributes}>${body}</svg>`);
const inked = (data: Uint8Array) => data.filter((value, i) => i % 4 === 3 && value > 0).length;

it('draws a document with its longer side as large as asked, half-transparent colors unchanged', async () => {
  const { width, height, data } = await renderSvg(
    svg('viewBox="0 0 30 60"', '<path fill="#ff000080" d="M0 0h30v60H0z"/>'),
    64,
  );
  expect([width, height, ...data.subarray(0, 4)]).toEqual([32, 64, 255, 0, 0, 128]);
});

it('loads nothing that a document refers to', async () => {
  let asked = 0;
  await using server = createServer((_, response) => {
    asked++;
    response.end();
  }).listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  const file = join(await tempFolder(), 'secret.png');
  await writeFile(file, encodePng({ width: 1, height: 1, data: new Uint8Array([255, 0, 0, 255]) }));
  const images = [pathToFileURL(file).href, file, `http://127.0.0.1:${(server.address() as AddressInfo).port}/a.png`]
    .map((href) => `<image href="${href}" width="9" height="9"/>`)
    .join('');
  const { data } = await renderSvg(svg('width="9" height="9"', images), 16);
  expect([inked(data), asked]).toEqual([0, 0]);
  const entity =
    '<!DOCTYPE svg [<!ENTITY x SYSTEM "file:///etc/hostname">]><svg xmlns="http://www.w3.org/2000/svg"><text>&x;</text></svg>';
  await expect(renderSvg(Buffer.from(entity), 16)).rejects.toThrow();
});

it('draws text with a font of this machine, or says that it has none', async () => {
  const text = (family: string) => svg('width="90" height="40"', `<text y="30" font-size="30" ${family}>ACME</text>`);
  const drawn = await renderSvg(text('font-family="No Such Font"'), 90).catch((error: { code: string }) => error);
  if ('code' in drawn) expect(drawn.code).toBe('invalid_request');
  else expect(inked(drawn.data)).toBeGreaterThan(100);
});

it.each([
  ['a document without end', '<svg xmlns="http://www.w3.org/2000/svg"><'],
  ['no size', '<svg xmlns="http://www.w3.org/2000/svg" width="0" height="0"/>'],
  ['a hair', '<svg xmlns="http://www.w3.org/2000/svg" width="1" height="900000"><path d="M0 0h1v9H0z"/></svg>'],
])('refuses %s', async (_name, document) => {
  await expect(normalizeLogo(Buffer.from(document))).rejects.toMatchObject({ code: 'invalid_request' });
});
