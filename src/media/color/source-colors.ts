import {
  AV_FRAME_DATA_CONTENT_LIGHT_LEVEL,
  AV_FRAME_DATA_MASTERING_DISPLAY_METADATA,
  AVCOL_PRI_BT2020,
  AVCOL_PRI_SMPTE431,
  AVCOL_PRI_SMPTE432,
  AVCOL_PRI_UNSPECIFIED,
  AVCOL_TRC_ARIB_STD_B67,
  AVCOL_TRC_SMPTE2084,
} from 'node-av/constants';
import type { Frame, Stream } from 'node-av/lib';
import type { WideColors } from './sdr-table.ts';

/** Peak of PQ pictures that don't state theirs: what most are mastered for (ITU-R BT.2408-7, 2.1). */
const DEFAULT_PEAK_NITS = 1000;
/** Higher statements are placeholders; believing them would darken the whole picture. */
const MAX_PEAK_NITS = 4000;
/** Position of `max_luminance` (two 32-bit integers) and `has_luminance` in AVMasteringDisplayMetadata. */
const MAX_LUMINANCE = 72;
const HAS_LUMINANCE = 84;

type ColorTags = Pick<Stream['codecpar'], 'colorTrc' | 'colorPrimaries'>;

/**
 * Returns whether SDR screens can't show pictures with these tags as they are: PQ, HLG, or primaries beyond BT.709.
 * Pure.
 */
export function isWide({ colorTrc, colorPrimaries }: ColorTags): boolean {
  return transferOf(colorTrc) !== 'sdr' || gamutOf(colorPrimaries) !== 'bt709';
}

/** Returns the colors of a decoded frame; null for those of SDR with BT.709, and for old ones that look alike. */
export function wideColorsOf(frame: Frame): WideColors | null {
  const { colorTrc, colorPrimaries } = frame;
  if (!isWide({ colorTrc, colorPrimaries })) return null;
  const transfer = transferOf(colorTrc);
  // PQ and HLG belong to BT.2020 (ITU-R BT.2100).
  const isAssumed = transfer !== 'sdr' && colorPrimaries === AVCOL_PRI_UNSPECIFIED;
  const gamut = isAssumed ? 'bt2020' : gamutOf(colorPrimaries);
  const peakNits = transfer === 'pq' ? statedPeak(frame) : DEFAULT_PEAK_NITS;
  return { transfer, gamut, peakNits };
}

function transferOf(colorTrc: ColorTags['colorTrc']): WideColors['transfer'] {
  if (colorTrc === AVCOL_TRC_SMPTE2084) return 'pq';
  return colorTrc === AVCOL_TRC_ARIB_STD_B67 ? 'hlg' : 'sdr';
}

function gamutOf(primaries: ColorTags['colorPrimaries']): WideColors['gamut'] {
  if (primaries === AVCOL_PRI_BT2020) return 'bt2020';
  return primaries === AVCOL_PRI_SMPTE431 || primaries === AVCOL_PRI_SMPTE432 ? 'p3' : 'bt709';
}

/** Brightest light that the file states (CTA-861.3 MaxCLL, or the peak of the mastering display, SMPTE ST 2086). */
function statedPeak(frame: Frame): number {
  const maxCll = frame.getSideData(AV_FRAME_DATA_CONTENT_LIGHT_LEVEL)?.readUInt32LE(0) ?? 0;
  return Math.min(MAX_PEAK_NITS, maxCll || masteringPeak(frame) || DEFAULT_PEAK_NITS);
}

function masteringPeak(frame: Frame): number {
  const data = frame.getSideData(AV_FRAME_DATA_MASTERING_DISPLAY_METADATA);
  if (!data || data.length < HAS_LUMINANCE + 4 || data.readInt32LE(HAS_LUMINANCE) === 0) return 0;
  const [num, den] = [data.readInt32LE(MAX_LUMINANCE), data.readInt32LE(MAX_LUMINANCE + 4)];
  return num > 0 && den > 0 ? Math.round(num / den) : 0;
}
