import { type MouseEvent, useRef } from 'react';
import type { MenuEntry } from '../../../ui/controls/menu.tsx';
import { lineMenu } from './line-menu.ts';
import { useTranscriptText } from './text.ts';
import type { Transcript } from './transcript-model.ts';
import type { SpeakerNaming } from './use-speaker-naming.ts';
import type { TranscriptEdits } from './use-transcript-edits.ts';
import type { WordActions } from './use-word-actions.ts';
import type { WordNavigation } from './use-word-navigation.ts';
import { splitBefore } from './word-actions.ts';

/** Clicks on a transcript, which has one handler for its thousands of words, and its context menu. */
export function useWordEvents(
  transcript: Transcript,
  edits: TranscriptEdits,
  navigation: WordNavigation,
  naming: SpeakerNaming,
  actions: WordActions,
) {
  const t = useTranscriptText();
  const { paragraphs, lines, lineOf } = transcript;
  /** Word of the first click of a double click: the text can move under the pointer before the second. */
  const clicked = useRef<number | undefined>(undefined);
  const onClick = ({ target, detail }: MouseEvent) => {
    if (detail === 2 && clicked.current !== undefined) navigation.edit(clicked.current);
    if (!(target instanceof HTMLElement) || detail > 1) return;
    const word = dataOf(target, 'word');
    clicked.current = word;
    if (getSelection()?.isCollapsed === false) return;
    const time = dataOf(target, 'seek');
    const speaker = dataOf(target, 'speaker');
    navigation.hold();
    if (speaker !== undefined) {
      navigation.setFollowing(false);
      naming.open(paragraphs[speaker]!);
    } else if (word !== undefined) navigation.seek(word);
    else if (time !== undefined) navigation.seekTime(time);
  };
  const menuAt = (target: Element): MenuEntry[] => {
    const word = dataOf(target, 'word');
    const line = word === undefined ? undefined : lines[lineOf[word]!];
    if (word === undefined || !line) return [];
    const words = { first: line.firstWord, last: line.firstWord + line.words.length - 1 };
    return lineMenu(
      {
        onPlay: () => navigation.seek(word),
        onCopy: () => actions.onCopy(words),
        onAsk: () => actions.onAsk(words),
        onMark: () => actions.onMark(words),
        onStory: () => actions.onStory(words),
        onClip: () => actions.onClip(words),
        onEdit: () => navigation.edit(word),
        onSplit: splitBefore(transcript, edits, word),
        onSpeaker: () => actions.onSpeaker(words),
      },
      t,
    );
  };
  return { onClick, menuAt };
}

/** A number that the element or one around it has in a `data-` attribute. */
function dataOf(target: Element, name: string): number | undefined {
  const value = target.closest<HTMLElement>(`[data-${name}]`)?.dataset[name];
  return value === undefined ? undefined : Number(value);
}
