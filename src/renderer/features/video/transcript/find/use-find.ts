import { useEffect, useEffectEvent, useMemo, useRef, useState } from 'react';
import { toast } from '../../../../ui/feedback/toast.tsx';
import { useTranscriptText } from '../text.ts';
import type { Transcript } from '../transcript-model.ts';
import type { TranscriptEdits } from '../use-transcript-edits.ts';
import { type FindOptions, findMatches, type Match, replaceEdit, replaceEdits } from './find-matches.ts';

const NO_FIND: FindOptions = { text: '', matchCase: false, wholeWords: false };

export interface Find {
  options: FindOptions;
  setOptions(options: FindOptions): void;
  count: number;
  /** Index of the current match; -1 without one. */
  current: number;
  match: Match | undefined;
  matchesByParagraph: ReadonlyMap<number, readonly Match[]>;
  step(direction: 1 | -1): void;
  /** Null while nothing is to be replaced. */
  replacement: string | null;
  setReplacement(replacement: string | null): void;
  replaceOne(): void;
  replaceAll(): Promise<void>;
}

/**
 * Finds text in a transcript, and replaces it.
 * @param topParagraph index of the first paragraph in view, where a search begins
 * @param onMatch called with a word of each match that becomes the current one
 */
export function useFind({
  transcript,
  edits,
  topParagraph,
  onMatch,
}: {
  transcript: Transcript;
  edits: TranscriptEdits;
  topParagraph(): number;
  onMatch(word: number): void;
}): Find {
  const t = useTranscriptText();
  const { paragraphs } = transcript;
  const [options, setOptions] = useState(NO_FIND);
  const [replacement, setReplacement] = useState<string | null>(null);
  const matches = useMemo(() => findMatches(transcript, options), [transcript, options]);
  /**
   * Whether the text is in none of the findings that have arrived; the first of a long video are shown before the
   * others.
   */
  const isAwaited = useRef(false);
  const [matchIndex, setMatchIndex] = useState(0);
  const current = Math.min(matchIndex, matches.length - 1);
  const match = matches[current];

  const lineOf = ({ paragraph, start }: Match) =>
    paragraphs[paragraph]!.lines.findLast(({ offset }) => offset <= start)!;
  const show = (index: number, all: readonly Match[] = matches) => {
    const next = all[index];
    if (!next) return;
    // Whoever steps on needs no first match any more.
    isAwaited.current = false;
    setMatchIndex(index);
    const line = lineOf(next);
    onMatch(
      line.firstWord +
        Math.max(
          0,
          line.words.findLastIndex((word) => word.start <= next.start - line.offset),
        ),
    );
  };
  const showFirst = useEffectEvent(() => show(0));
  useEffect(() => {
    if (isAwaited.current && matches.length > 0) showFirst();
  }, [matches]);

  return {
    options,
    setOptions: (next) => {
      setOptions(next);
      const all = findMatches(transcript, next);
      isAwaited.current = all.length === 0 && next.text !== '';
      const top = topParagraph();
      const inView = all.findIndex(({ paragraph }) => paragraph >= top);
      show(Math.max(0, inView), all);
    },
    count: matches.length,
    current,
    match,
    matchesByParagraph: useMemo(() => Map.groupBy(matches, ({ paragraph }) => paragraph), [matches]),
    step: (direction) => {
      if (matches.length > 0) show((current + direction + matches.length) % matches.length);
    },
    replacement,
    setReplacement,
    replaceOne: () => {
      if (!match || replacement === null) return;
      const { segment, offset } = lineOf(match);
      const span = { start: match.start - offset, end: match.end - offset };
      if (span.end > segment.content.length) return toast(t('replace.across'));
      void edits.apply([replaceEdit(segment.id, segment.content, [span], replacement)]);
    },
    replaceAll: async () => {
      if (replacement === null) return;
      const { edits: all, count } = replaceEdits(transcript, options, replacement);
      if (all.length > 0 && (await edits.apply(all))) edits.showUndo(t('replace.done', { count }));
    },
  };
}
