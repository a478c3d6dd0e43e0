import type { Decoding } from '../../../../contract/analysis/decoding.ts';
import type { useAboutText } from './about-text.ts';

/** Returns what decoded the video of the last analysis, and why. */
export function decodingText(t: ReturnType<typeof useAboutText>, decoding: Decoding | null): string {
  if (!decoding) return t('decoding.unknown');
  const { device, reason, codec, speedup } = decoding;
  if (device && speedup !== null) return t('decoding.device', { device, speedup });
  return t('decoding.processor', { reason: reason === 'chosen' ? '' : t(`decoding.${reason}`, { codec }) });
}
