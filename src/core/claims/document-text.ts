import { dictionary } from '../../base/dictionary.ts';

/** How a format stores its text. */
interface Format {
  /** Name of the text in the archive. */
  entry: string;
  /** Elements with text. */
  text: ReadonlySet<string>;
  /** Characters for the ends of paragraphs, and for elements without content. */
  breaks: Readonly<Record<string, string>>;
  /** Elements whose content was deleted or moved elsewhere, or is a note in the margin. */
  omitted: ReadonlySet<string>;
}

const FORMATS: readonly Format[] = [
  // Word, ECMA-376.
  {
    entry: 'word/document.xml',
    text: new Set(['w:t']),
    breaks: dictionary({ '/w:p': '\n\n', 'w:br': '\n', 'w:cr': '\n', 'w:tab': '\t' }),
    omitted: new Set(['w:del', 'w:moveFrom']),
  },
  // OpenDocument, ISO/IEC 26300.
  {
    entry: 'content.xml',
    text: new Set(['text:p', 'text:h']),
    breaks: dictionary({
      '/text:p': '\n\n',
      '/text:h': '\n\n',
      'text:line-break': '\n',
      'text:tab': '\t',
      'text:s': ' ',
    }),
    omitted: new Set(['text:tracked-changes', 'office:annotation', 'text:note']),
  },
];
const END_RECORD = 0x06054b50;
const CENTRAL_HEADER = 0x02014b50;
const LOCAL_HEADER = 0x04034b50;
const DEFLATED = 8;
/** Most bytes of the text with its markup; a larger one is no article. */
const MAX_XML_BYTES = 30_000_000;

/**
 * Returns the text of a word processing document (.docx, .odt), a paragraph per line; undefined for other files. Text
 * whose deletion is tracked is left out.
 */
export async function documentText(bytes: Uint8Array<ArrayBuffer>): Promise<string | undefined> {
  for (const format of FORMATS) {
    const packed = entryOf(bytes, format.entry);
    if (!packed) continue;
    const xml = packed.isDeflated ? await inflated(packed.bytes) : packed.bytes;
    return xml && textOf(new TextDecoder().decode(xml), format);
  }
  return undefined;
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

/** Text of a document's XML: paragraphs, breaks, and tabs, without deletions that are tracked. */
function textOf(xml: string, { text: texts, breaks, omitted }: Format): string {
  let text = '';
  let removals = 0;
  let depth = 0;
  for (const [, tag, content] of xml.matchAll(/<([^<>]*)>|([^<]+)/g)) {
    if (tag === undefined) {
      if (depth > 0 && removals === 0) text += content!.replace(/&(#x?[\da-f]+|\w+);/gi, decodeEntity);
      continue;
    }
    const [name = ''] = /^\/?[^\s/]*/.exec(tag) ?? [];
    const isEmpty = tag.endsWith('/');
    const isEnd = name.startsWith('/');
    const step = isEmpty ? 0 : isEnd ? -1 : 1;
    const element = isEnd ? name.slice(1) : name;
    if (texts.has(element)) depth = Math.max(0, depth + step);
    if (omitted.has(element)) removals = Math.max(0, removals + step);
    else if (removals === 0) text += breaks[isEmpty && texts.has(element) ? `/${name}` : name] ?? '';
  }
  return text.trim();
}

function decodeEntity(whole: string, name: string): string {
  if (!name.startsWith('#')) return ENTITIES[name] ?? whole;
  const code = name[1]?.toLowerCase() === 'x' ? Number.parseInt(name.slice(2), 16) : Number(name.slice(1));
  return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : '';
}
