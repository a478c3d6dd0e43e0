/** Name of the text in a word processing document (ECMA-376). */
const DOCUMENT = 'word/document.xml';
const END_RECORD = 0x06054b50;
const CENTRAL_HEADER = 0x02014b50;
const LOCAL_HEADER = 0x04034b50;
const DEFLATED = 8;
/** Most bytes of the text with its markup; a larger one is no article. */
const MAX_XML_BYTES = 30_000_000;

/**
 * Returns the text of a word processing document (.docx), a paragraph per line; undefined for other files. Deleted and
 * hidden text is left out.
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

const ENTITIES: Readonly<Record<string, string>> = { lt: '<', gt: '>', amp: '&', quot: '"', apos: "'" };

function textOf(xml: string): string {
  const visible = xml.replace(/<w:(?:del|moveFrom)\s[^>]*>.*?<\/w:(?:del|moveFrom)>/gs, '');
  let text = '';
  for (const [, content, tag] of visible.matchAll(
    /<w:t(?:\s[^>]*)?>([^<]*)<\/w:t>|<(\/w:p|w:br|w:cr|w:tab)(?=[\s/>])/g,
  )) {
    if (content !== undefined) text += content.replace(/&(#x?[\da-f]+|\w+);/gi, decodeEntity);
    else text += tag === '/w:p' ? '\n\n' : tag === 'w:tab' ? '\t' : '\n';
  }
  return text.trim();
}

function decodeEntity(whole: string, name: string): string {
  if (!name.startsWith('#')) return ENTITIES[name] ?? whole;
  const code = name[1]?.toLowerCase() === 'x' ? Number.parseInt(name.slice(2), 16) : Number(name.slice(1));
  return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : '';
}
