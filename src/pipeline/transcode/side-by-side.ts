import { toError } from '../../base/errors.ts';
import { ReelscopeError } from '../../contract/errors.ts';
import { escapeMarkup } from '../../core/formats/markers.ts';
import type { Size } from '../../media/transcode/fit.ts';
import { writeSideBySide } from '../../media/transcode/side-by-side.ts';
import { renderSvg } from '../../models/features/svg.ts';
import type { SideBySideSpec } from '../protocol.ts';
import { progressSender, type Run } from './transcode.ts';

/** Luma of black and of text on it (ITU-R BT.709, limited range). */
const [BLACK, TEXT] = [16, 150];
/** Height of a line, and width of a letter, as parts of the tile's height and of the letter's height. */
const [LINE, LETTER] = [0.07, 0.55];
/** Families with the letters that the machine's sans-serif font may lack. */
const FAMILIES = 'sans-serif, Noto Sans CJK, Noto Sans Arabic, PingFang, Hiragino Sans, Microsoft YaHei, Malgun Gothic';

/** Writes recordings of an event beside one another. @throws as {@link writeSideBySide} */
export async function runSideBySide(spec: SideBySideSpec, { send, signal }: Run): Promise<void> {
  const tiles = [];
  for (const { gapLines, ...tile } of spec.tiles) tiles.push({ ...tile, label: await label(gapLines, spec.tile) });
  const endTime = await writeSideBySide({ ...spec, tiles, signal, onProgress: progressSender(send) });
  send({ type: 'done', endTime });
}

/** Draws centered lines on black, as luma; null on a machine without fonts, where gaps stay black. */
async function label(lines: readonly string[], { width, height }: Size): Promise<Uint8Array | null> {
  const size = Math.max(8, Math.round(height * LINE));
  const most = Math.floor((width * 0.9) / (size * LETTER));
  const texts = lines.map((line, i) => {
    const y = height / 2 + (i - (lines.length - 1) / 2) * size * 1.5 + size * 0.35;
    return `<text x="${width / 2}" y="${y}">${escapeMarkup(shortened(line, most))}</text>`;
  });
  const svg =
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">` +
    `<g fill="#fff" text-anchor="middle" font-size="${size}" font-family="${FAMILIES}">${texts.join('')}</g></svg>`;
  try {
    const { data } = await renderSvg(new TextEncoder().encode(svg), Math.max(width, height));
    return Uint8Array.from({ length: width * height }, (_, i) => BLACK + ((TEXT - BLACK) * data[4 * i + 3]!) / 255);
  } catch (error) {
    if (toError(error) instanceof ReelscopeError) return null;
    throw error;
  }
}

function shortened(line: string, most: number): string {
  const letters = [...new Intl.Segmenter().segment(line)].map(({ segment }) => segment);
  return letters.length <= most ? line : `${letters.slice(0, most - 1).join('')}…`;
}
