import { ReelscopeError } from '../../contract/errors.ts';
import { type FrameRate, readRate } from '../../core/formats/frame-rate.ts';
import type { SequenceSettings } from '../../core/formats/sequence/sequence.ts';
import { frameOfLabel, nominalRate, readLabel } from '../../core/formats/timecode.ts';
import { sentence } from '../../core/texts/sentence.ts';

/**
 * Settings of a sequence as a request states them.
 * @param usual rate without one in the request
 * @throws ReelscopeError `invalid_request` for a start that the rate does not have
 */
export function sequenceSettings(
  { rate: stated, sequence_start: start }: { rate?: string | undefined; sequence_start?: string | undefined },
  usual: FrameRate,
): SequenceSettings {
  const rate = stated === undefined ? usual : readRate(stated);
  if (start === undefined) return { rate };
  const startFrame = frameOfLabel(readLabel(start)!, rate);
  if (startFrame === undefined) {
    throw new ReelscopeError(
      'invalid_request',
      sentence('export.sequence-start', { frames: String(nominalRate(rate)) }),
    );
  }
  return { rate, startFrame };
}
