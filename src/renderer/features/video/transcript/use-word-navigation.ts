import { type RefObject, useRef } from 'react';
import { usePlayer } from '../player/player-store.ts';
import type { Transcript } from './transcript-model.ts';
import { useFollowPlayback } from './use-follow-playback.ts';
import { useLineEditor } from './use-line-editor.ts';
import type { TranscriptEdits } from './use-transcript-edits.ts';
import { useTranscriptRows } from './use-transcript-rows.ts';
import { useWordCursor } from './use-word-cursor.ts';

export type WordNavigation = ReturnType<typeof useWordNavigation>;

/**
 * Rows, cursor, line editor, and playback of a transcript, which move together: a seek follows the playback again, and
 * scrolling, editing, or moving the cursor stops to follow it.
 */
export function useWordNavigation(
  transcript: Transcript,
  edits: TranscriptEdits,
  scroller: RefObject<HTMLDivElement | null>,
  list: RefObject<HTMLDivElement | null>,
) {
  const player = usePlayer();
  const editedIndex = useRef(-1);
  const { lines, starts, lineOf, paragraphOf } = transcript;
  const { rows, showWord, stopScrolling } = useTranscriptRows(transcript, scroller, list, editedIndex);
  const { isFollowing, setFollowing, hold } = useFollowPlayback(list, transcript, showWord);
  const stopFollowing = () => {
    stopScrolling();
    setFollowing(false);
  };
  const focusList = () => scroller.current?.focus({ preventScroll: true });
  const editor = useLineEditor({ transcript, edits, focusList });
  const editedLine = editor.editing ? lines.find(({ segment }) => segment.id === editor.editing!.segmentId) : undefined;
  editedIndex.current = editedLine ? paragraphOf[editedLine.firstWord]! : -1;
  const edit = (word: number) => {
    const line = lines[lineOf[word]!];
    if (!line) return;
    setFollowing(false);
    const { start, end } = line.words[word - line.firstWord]!;
    editor.open(line.segment.id, { start, end });
  };
  const seekTime = (seconds: number) => {
    player.seek(seconds);
    setFollowing(true);
  };
  const seek = (word: number) => {
    seekTime(starts[word]!);
    cursor.setWord(word);
  };
  const cursor = useWordCursor(transcript, list, {
    showWord,
    onMove: () => setFollowing(false),
    onSeek: seek,
    onEdit: edit,
    onScroll: stopFollowing,
  });
  return {
    rows,
    cursor,
    editor,
    /** Index of the paragraph with the line that is being edited; -1 for none. */
    editedIndex: editedIndex.current,
    isFollowing,
    setFollowing,
    stopFollowing,
    hold,
    showWord,
    focusList,
    seek,
    seekTime,
    edit,
  };
}
