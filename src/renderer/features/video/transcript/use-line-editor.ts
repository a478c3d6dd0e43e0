import { useEffect, useMemo, useRef, useState } from 'react';
import type { TranscriptEdit } from '../../../../contract/analysis/transcript-edits.ts';
import type { LineCommand, LineEditorProps } from './line-editor.tsx';
import type { Transcript } from './transcript-model.ts';
import type { TranscriptEdits } from './use-transcript-edits.ts';

/** Line that is being edited. */
interface Editing {
  segmentId: string;
  selected: { start: number; end: number };
}

export interface LineEditing {
  editing: Editing | null;
  open(segmentId: string, selected: Editing['selected']): void;
  /** Properties of the editor; stable while it is open. */
  props: (LineEditorProps & { segmentId: string }) | undefined;
  /** Splits the line that is being edited at the caret. */
  split: LineEditorProps['split'];
}

const START = { start: 0, end: 0 };

/** Editing of one line at a time, with the commands that move on to others. */
export function useLineEditor({
  transcript,
  edits,
  focusList,
}: {
  transcript: Transcript;
  edits: TranscriptEdits;
  focusList(): void;
}): LineEditing {
  const [editing, setEditing] = useState<Editing | null>(null);
  const shown = useRef(editing);
  shown.current = editing;
  /** State after the next change of the transcript, so that the former text does not flash. */
  const pending = useRef<{ next: Editing | null } | undefined>(undefined);
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs when the edit shows in the transcript
  useEffect(() => {
    if (!pending.current) return;
    setEditing(pending.current.next);
    pending.current = undefined;
  }, [transcript]);
  const lineOf = (edited: Editing) => transcript.lines.find(({ segment }) => segment.id === edited.segmentId);

  /** @param edited the line that the editor of the command was opened for; another one may take its place */
  const run = async (command: LineCommand, edited: Editing): Promise<boolean> => {
    const line = lineOf(edited);
    const show = (next: Editing | null) => shown.current === edited && setEditing(next);
    if (!line) {
      show(null);
      return false;
    }
    const { id, content } = line.segment;
    const index = transcript.lines.indexOf(line);
    const before = transcript.lines[index - 1]?.segment;
    const after = transcript.lines[index + 1]?.segment;
    const close = (next: Editing | null) => {
      show(next);
      if (!next && command.type !== 'save') focusList();
      return false;
    };
    if (command.type === 'cancel') return close(null);
    const { text } = command;
    const changes: TranscriptEdit[] =
      text === '' || text === content ? [] : [{ type: 'text', segment_id: id, content: text }];
    if (text === '') changes.push({ type: 'remove', segment_id: id });
    let next: Editing | null = null;
    if (command.type === 'saveAndNext' && after) next = { segmentId: after.id, selected: START };
    if (command.type === 'saveAndPrevious' && before) next = { segmentId: before.id, selected: START };
    if (command.type === 'split') changes.push({ type: 'split', segment_id: id, at: command.at });
    if (command.type === 'mergeWithPrevious' && before) {
      if (text !== '') changes.push({ type: 'merge', segment_id: before.id, next_id: id });
      next = { segmentId: before.id, selected: { start: before.content.length, end: before.content.length } };
    }
    if (command.type === 'mergeWithNext' && after) {
      if (text !== '') changes.push({ type: 'merge', segment_id: id, next_id: after.id });
      next =
        text === ''
          ? { segmentId: after.id, selected: START }
          : { segmentId: id, selected: { start: text.length, end: text.length } };
    }
    if (changes.length === 0) return close(next);
    const results = await edits.apply(changes);
    // It stays open with the new text.
    if (!results) return true;
    // Another line was opened before the server had answered.
    if (shown.current !== edited) return false;
    if (command.type === 'split') next = { segmentId: results.at(-1)!.segments[1]!.id, selected: START };
    pending.current = { next };
    if (!next && command.type === 'save') focusList();
    return false;
  };
  const split = useRef<(() => void) | null>(null);
  const latest = useRef(run);
  latest.current = run;
  const content = editing ? lineOf(editing)?.segment.content : undefined;
  const props = useMemo(
    () =>
      editing && content !== undefined
        ? { ...editing, content, split, onCommand: (command: LineCommand) => latest.current(command, editing) }
        : undefined,
    [editing, content],
  );
  return {
    editing,
    open: (segmentId, selected) => {
      pending.current = undefined;
      setEditing({ segmentId, selected });
    },
    props,
    split,
  };
}
