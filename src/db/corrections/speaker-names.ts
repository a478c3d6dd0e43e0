import type { SegmentData } from '../../contract/analysis/segment.ts';
import type { SpeakerRow } from '../schema.ts';

/** Speaker with what a user stated about it. */
type StatedSpeaker = Pick<SpeakerRow, 'label' | 'name' | 'mergedInto'>;

/** The speaker that a label stands for after merges. */
export function resolveSpeaker(rows: readonly StatedSpeaker[], label: string): string {
  const into = rows.find((row) => row.label === label)?.mergedInto;
  return into ? resolveSpeaker(rows, into) : label;
}

/** Name of a speaker, or else of one that was merged into it. */
export function speakerName(rows: readonly StatedSpeaker[], label: string): string | null {
  const own = rows.find((row) => row.label === label)?.name;
  if (own) return own;
  return rows.find((row) => row.name !== null && resolveSpeaker(rows, row.label) === label)?.name ?? null;
}

/** Returns the data of a transcript line with the present label and name of its speaker. */
export function withNames(rows: readonly StatedSpeaker[], data: SegmentData): SegmentData {
  const { speaker: _, speaker_id, original_speaker, ...rest } = data;
  const found = original_speaker ?? speaker_id;
  const wanted = data.assigned_speaker ?? found;
  if (wanted === undefined) return data;
  const label = resolveSpeaker(rows, wanted);
  return {
    ...rest,
    speaker: speakerName(rows, label) ?? label,
    speaker_id: label,
    ...(found !== undefined && found !== label && { original_speaker: found }),
  };
}
