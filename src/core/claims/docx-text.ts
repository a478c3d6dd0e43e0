import { dictionary } from '../../base/dictionary.ts';

/** Name of the text in a word processing document (ECMA-376). */
const DOCUMENT = 'word/document.xml';
const END_RECORD = 0x06054b50;
const CENTRAL_HEADER = 0x02014b50;
const LOCAL_HEADER = 0x04034b50;
const DEFLATED = 8;
/** Most bytes of the text with its markup; a larger one is no article. */
const MAX_XML_BYTES = 30_000_000;

/**
 * Returns the text of a word processing document (.docx), a paragraph per line; undefined for other files. Text
 * whose deletion is tracked is left out.
 */
export async function docxText(bytes: Uint8Array<ArrayBuffer>): Promise<string | undefined> {
  const packed = entryOf(bytes, DOCUMENT);
  if (!packed) return undefined;
  const xml = packed.isDeflated ? await inflated(packed.bytes) : packed.bytes;
  return xml && textOf(new TextDecoder().decode(xml));
}

/** The bytes of a file in a ZIP archive. */
function entryOf(
  bytes: Uint8Array<ArrayBuffer>,
  wanted: string,
): { bytes: Uint8Array<ArrayBuffer>; isDeflated: boolean } | undefined {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  let end = bytes.length - 22;
  while (end >= 0 && end > bytes.length - 66_000 && view.getUint32(end, true) !== END_RECORD) end--;
  if (end < 0 || view.getUint32(end, true) !== END_RECORD) return undefined;
  const decoder = new TextDecoder();
  let at = view.getUint32(end + 16, true);
  while (at + 46 <= bytes.length && view.getUint32(at, true) === CENTRAL_HEADER) {
    const [nameLength, extra, comment] = [28, 30, 32].map((offset) => view.getUint16(at + offset, true)) as [
      number,
      number,
      number,
    ];
    const name = decoder.decode(bytes.subarray(at + 46, at + 46 + nameLength));
    if (name === wanted) {
      const [size, header] = [view.getUint32(at + 20, true), view.getUint32(at + 42, true)];
      if (header + 30 > bytes.length || view.getUint32(header, true) !== LOCAL_HEADER) return undefined;
      const start = header + 30 + view.getUint16(header + 26, true) + view.getUint16(header + 28, true);
      return {
        bytes: bytes.subarray(start, start + size),
        isDeflated: view.getUint16(at + 10, true) === DEFLATED,
      };
    }
    at += 46 + nameLength + extra + comment;
  }
  return undefined;
}

/** Undefined for damaged data, and for more than {@link MAX_XML_BYTES}. */
async function inflated(bytes: Uint8Array<ArrayBuffer>): Promise<Uint8Array | undefined> {
  const { writable, readable } = new DecompressionStream('deflate-raw');
  const writer = writable.getWriter();
  // An error is the reader's as well.
  writer.write(bytes).catch(() => undefined);
  writer.close().catch(() => undefined);
  const reader = readable.getReader();
  const chunks: Uint8Array[] = [];
  let size = 0;
  try {
    for (let chunk = (await reader.read()).value; chunk; chunk = (await reader.read()).value) {
      size += chunk.length;
      chunks.push(chunk);
      if (size <= MAX_XML_BYTES) continue;
      await reader.cancel();
      return undefined;
    }
  } catch {
    return undefined;
  }
  const whole = new Uint8Array(size);
  let at = 0;
  for (const chunk of chunks) {
    whole.set(chunk, at);
    at += chunk.length;
  }
  return whole;
}

const ENTITIES: Readonly<Record<string, string>> = dictionary({ lt: '<', gt: '>', amp: '&', quot: '"', apos: "'" });

/** Characters for the ends of paragraphs, and for elements without content. */
const BREAKS: Readonly<Record<string, string>> = dictionary({
  '/w:p': '\n\n',
  'w:br': '\n',
  'w:cr': '\n',
  'w:tab': '\t',
});

/** Elements whose content was deleted or moved elsewhere. */
const REMOVED = new Set(['w:del', 'w:moveFrom']);

/** Text of a document's XML: paragraphs, breaks, and tabs, without deletions that are tracked. */
function textOf(xml: string): string {
  let text = '';
  let removals = 0;
  let isText = false;
  for (const [, tag, content] of xml.matchAll(/<([^<>]*)>|([^<]+)/g)) {
    if (tag === undefined) {
      if (isText && removals === 0) text += content!.replace(/&(#x?[\da-f]+|\w+);/gi, decodeEntity);
      continue;
    }
    const [name = ''] = /^\/?[^\s/]*/.exec(tag) ?? [];
    const isEmpty = tag.endsWith('/');
    if (name === 'w:t') isText = !isEmpty;
    else if (name === '/w:t') isText = false;
    else if (REMOVED.has(name)) removals += isEmpty ? 0 : 1;
    else if (REMOVED.has(name.slice(1))) removals = Math.max(0, removals - 1);
    else if (removals === 0) text += BREAKS[name] ?? '';
  }
  return text.trim();
}

function decodeEntity(whole: string, name: string): string {
  if (!name.startsWith('#')) return ENTITIES[name] ?? whole;
  const code = name[1]?.toLowerCase() === 'x' ? Number.parseInt(name.slice(2), 16) : Number(name.slice(1));
  return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : '';
}
