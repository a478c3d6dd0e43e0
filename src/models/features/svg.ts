import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { initWasm, Resvg } from '@resvg/resvg-wasm';
import { ReelscopeError } from '../../contract/errors.ts';
import { sentence } from '../../core/texts/sentence.ts';
import type { Rgba } from './edge-features.ts';
import { readFonts } from './svg-fonts.ts';

let loaded: Promise<void> | undefined;

/**
 * Draws an SVG document, the longer side `side` pixels, by resvg as WebAssembly: it has no access to files and network,
 * so that what a document refers to outside of itself is left out.
 * @throws ReelscopeError `invalid_request` if the document has text, and there is no font; Error if it is invalid
 */
export async function renderSvg(bytes: Uint8Array, side: number): Promise<Rgba> {
  loaded ??= load();
  await loaded;
  const text = new TextDecoder(bytes[0] === 0xff || bytes[1] === 0 ? 'utf-16le' : 'utf-8').decode(bytes);
  const hasText = /<(?:\w{1,20}:)?text\b/.test(text);
  const fonts = hasText ? await readFonts(text) : [];
  if (hasText && fonts.length === 0) throw new ReelscopeError('invalid_request', sentence('logo.no-font'));
  using measured = owned(new Resvg(text));
  const mode = measured.item.width >= measured.item.height ? 'width' : 'height';
  using drawing = owned(new Resvg(text, { fitTo: { mode, value: side }, font: { fontBuffers: fonts } }));
  using image = owned(drawing.item.render());
  const { width, height, pixels } = image.item;
  return { width, height, data: unpremultiplied(pixels) };
}

/** Divides the colors by their alpha, which resvg has multiplied them with. */
function unpremultiplied(pixels: Uint8Array): Uint8Array {
  for (let i = 0; i < pixels.length; i += 4) {
    const alpha = pixels[i + 3]!;
    for (let c = i; c < i + 3 && alpha > 0; c++) pixels[c] = Math.min(255, Math.round((pixels[c]! * 255) / alpha));
  }
  return pixels;
}

async function load(): Promise<void> {
  await initWasm(await readFile(createRequire(import.meta.url).resolve('@resvg/resvg-wasm/index_bg.wasm')));
}

/** An object in WebAssembly's memory, which JavaScript doesn't free. */
function owned<Item extends { free(): void }>(item: Item): { item: Item } & Disposable {
  return { item, [Symbol.dispose]: () => item.free() };
}
