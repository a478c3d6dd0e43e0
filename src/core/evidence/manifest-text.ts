import { dictionary } from '../../base/dictionary.ts';
import { Manifest } from '../../contract/evidence/manifest.ts';
import { escapeMarkup } from '../formats/markers.ts';

const OPEN_HTML = '<pre id="reelscope-manifest">';
const CLOSE_HTML = '</pre>';
const OPEN_MARKDOWN = '```json reelscope-manifest\n';
const CLOSE_MARKDOWN = '\n```';

/**
 * JSON without characters that would make a comment, such as that of the signature, or change how the text around them
 * reads: escapes instead.
 */
function plainJson(manifest: Manifest): string {
  return JSON.stringify(manifest, null, 1).replace(
    /[<\u007f-\u009f\u202a-\u202e\u2066-\u2069]/g,
    (each) => `\\u${each.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}

/** Writes a manifest into HTML, as it is read back by {@link manifestIn}. */
export function manifestHtml(manifest: Manifest): string {
  return `${OPEN_HTML}${escapeMarkup(plainJson(manifest))}${CLOSE_HTML}`;
}

/** Writes a manifest into Markdown. JSON has no line that starts with backticks. */
export function manifestMarkdown(manifest: Manifest): string {
  return `${OPEN_MARKDOWN}${plainJson(manifest)}${CLOSE_MARKDOWN}`;
}

/** Reads the manifest of a report in HTML, Markdown, or JSON; null if there is none. Pure. */
export function manifestIn(text: string): Manifest | null {
  const html = between(text, OPEN_HTML, CLOSE_HTML);
  const json = html === undefined ? (between(text, OPEN_MARKDOWN, CLOSE_MARKDOWN) ?? text) : decodeMarkup(html);
  try {
    const value: unknown = JSON.parse(json);
    const manifest = typeof value === 'object' && value !== null && 'manifest' in value ? value.manifest : value;
    return Manifest.safeParse(manifest).data ?? null;
  } catch {
    return null;
  }
}

function between(text: string, open: string, close: string): string | undefined {
  const start = text.lastIndexOf(open);
  if (start < 0) return undefined;
  const end = text.indexOf(close, start + open.length);
  return end < 0 ? undefined : text.slice(start + open.length, end);
}

const ENTITIES: Readonly<Record<string, string>> = dictionary({ lt: '<', gt: '>', quot: '"', '#39': "'", amp: '&' });

function decodeMarkup(html: string): string {
  return html.replace(/&(lt|gt|quot|#39|amp);/g, (_, name: string) => ENTITIES[name]!);
}
