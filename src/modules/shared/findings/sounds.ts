import type { SegmentDraft } from '../../../contract/analysis/segment.ts';
import { isNamedSound } from '../../../core/labels/sound-labels.ts';

export type SoundKind = 'speech' | 'silence' | 'other';

/** Kind of an audio event: speech, silence, or another sound (music, noise). */
export function soundKind({ content, data }: SegmentDraft): SoundKind {
  const text = (data?.label ?? content).toLowerCase();
  if (/\bsilen(?:ce|t)\b/.test(text)) return 'silence';
  return /\bspeech\b|\bspeaking\b/.test(text) ? 'speech' : 'other';
}

/** The audio events that cover a recording without gaps, without the named sounds that overlap them. */
export function coveringSounds(segments: readonly SegmentDraft[]): SegmentDraft[] {
  return segments.filter((segment) => !isNamedSound(segment));
}
