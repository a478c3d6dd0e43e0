import type { Segment } from '../../../../contract/analysis/segment.ts';
import type { TranscriptEdit, TranscriptEditResult } from '../../../../contract/analysis/transcript-edits.ts';
import type { SpeakerChange } from './speaker-changes.ts';

/** An edit of the history. */
export type HistoryEdit = TranscriptEdit & {
  /** Id of the line that the edit creates again, under a new id. */
  recreates?: string;
};

/** Edits that were made together, or a change of a speaker. */
type Step = readonly HistoryEdit[] | readonly [SpeakerChange];

export interface EditHistory {
  undo: readonly Step[];
  redo: readonly Step[];
}

export const NO_HISTORY: EditHistory = { undo: [], redo: [] };
const MAX_STEPS = 500;

/**
 * Returns the edits that reverse applied ones, in order of their application. Pure.
 * @param before lines before the edits
 */
export function inverseOf(
  edits: readonly TranscriptEdit[],
  results: readonly TranscriptEditResult[],
  before: readonly Segment[],
): readonly HistoryEdit[] {
  const lines = new Map(before.map((segment) => [segment.id, segment]));
  const inverse: HistoryEdit[] = [];
  edits.forEach((edit, i) => {
    const result = results[i]!;
    inverse.unshift(inverseOfOne(edit, result, lines));
    for (const id of result.removed) lines.delete(id);
    for (const segment of result.segments) lines.set(segment.id, segment);
  });
  return inverse;
}

function inverseOfOne(
  edit: TranscriptEdit,
  { segments, restore_id }: TranscriptEditResult,
  lines: ReadonlyMap<string, Segment>,
): HistoryEdit {
  switch (edit.type) {
    case 'text':
      return { type: 'text', segment_id: edit.segment_id, content: lines.get(edit.segment_id)!.content };
    case 'speaker':
      return {
        type: 'speaker',
        segment_id: edit.segment_id,
        speaker_id: lines.get(edit.segment_id)!.data?.assigned_speaker ?? null,
      };
    case 'split':
      return { type: 'merge', segment_id: segments[0]!.id, next_id: segments[1]!.id };
    case 'merge': {
      const at = segments[0]!.content.length - lines.get(edit.next_id)!.content.length;
      return { type: 'split', segment_id: edit.segment_id, at, recreates: edit.next_id };
    }
    case 'remove':
      return { type: 'restore', restore_id: restore_id!, recreates: edit.segment_id };
    case 'restore':
      return { type: 'remove', segment_id: segments[0]!.id };
  }
}

/** Ids of lines that an undo created again, by their former ids. Pure. */
export function recreatedIds(
  edits: readonly HistoryEdit[],
  results: readonly TranscriptEditResult[],
): ReadonlyMap<string, string> {
  return new Map(
    edits.flatMap(({ recreates }, i) =>
      recreates === undefined ? [] : [[recreates, results[i]!.segments.at(-1)!.id]],
    ),
  );
}

/** Adds the reverse of an edit by the user, after which nothing can be redone. */
export function recorded({ undo }: EditHistory, step: Step): EditHistory {
  return { undo: [...undo.slice(1 - MAX_STEPS), step], redo: [] };
}

/** Moves the last step from one stack to the reverse of it on the other. */
export function moved(
  history: EditHistory,
  direction: 'undo' | 'redo',
  inverse: Step,
  ids: ReadonlyMap<string, string>,
): EditHistory {
  const other = direction === 'undo' ? 'redo' : 'undo';
  const renamed = (steps: readonly Step[]) =>
    steps.map((step) => (isSpeakerStep(step) ? step : step.map((edit) => renamedEdit(edit, ids))));
  return {
    ...history,
    [direction]: renamed(history[direction].slice(0, -1)),
    [other]: [...renamed(history[other]), inverse],
  };
}

/** Whether a step changes a speaker, rather than lines. */
export function isSpeakerStep(step: Step): step is readonly [SpeakerChange] {
  return step[0]?.type.endsWith('-speaker') === true;
}

function renamedEdit(edit: HistoryEdit, ids: ReadonlyMap<string, string>): HistoryEdit {
  const speakerName = (id: string) => ids.get(id) ?? id;
  return {
    ...edit,
    ...('segment_id' in edit && { segment_id: speakerName(edit.segment_id) }),
    ...('next_id' in edit && { next_id: speakerName(edit.next_id) }),
    ...(edit.recreates !== undefined && { recreates: speakerName(edit.recreates) }),
  };
}
