import type { Decoding } from '../../../../contract/analysis/decoding.ts';
import type { useAboutText } from './about-text.ts';

/** Returns the decoder of the last analysis in words, and the reason for it. */
export function decodingText(t: ReturnType<typeof useAboutText>, decoding: Decoding | null): string {
  if (!decoding) return t('decoding.unknown');
  const { device, reason, codec, speedup } = decoding;
  if (device && speedup !== null) return t('decoding.device', { device, speedup });
  return t('decoding.processor', { reason: reason === 'chosen' ? '' : t(`decoding.${reason}`, { codec }) });
}
