import {
  Bookmark,
  Copy,
  GalleryVerticalEnd,
  ListEnd,
  MessageCircleQuestion,
  MoveHorizontal,
  PencilLine,
  Scissors,
  UserRound,
} from 'lucide-react';
import { type RefObject, useRef } from 'react';
import type { Moment } from '../../../../contract/search/moments.ts';
import { Button, IconButton } from '../../../ui/controls/button.tsx';
import { useTranscriptText } from './text.ts';
import styles from './transcript.module.css';
import { selectedWords, useSelectedWords, type WordRange } from './use-selected-words.ts';

/** Actions for the selected words. */
export function SelectionToolbar({
  list,
  container,
  onClip,
  onMark,
  onStory,
  onCopy,
  onAsk,
  onEdit,
  onSpeaker,
  trimmed,
  onTrim,
  splitAt,
}: {
  list: RefObject<HTMLElement | null>;
  container: RefObject<HTMLElement | null>;
  onClip(range: WordRange): void;
  /** Actions that change something return whether that succeeded: then the selection ends. */
  onMark(range: WordRange): Promise<boolean>;
  onStory(range: WordRange): void;
  onCopy(range: WordRange): void;
  onAsk(range: WordRange): void;
  onEdit(range: WordRange): void;
  onSpeaker(range: WordRange): Promise<boolean>;
  /** The moment that can take the times of the selection. */
  trimmed(range: WordRange): Moment | undefined;
  onTrim(moment: Moment, range: WordRange): Promise<boolean>;
  /** Splits the line before the selection; undefined where a line begins. */
  splitAt(range: WordRange): (() => Promise<boolean>) | undefined;
}) {
  const t = useTranscriptText();
  const isRunning = useRef(false);
  const toolbar = useRef<HTMLDivElement>(null);
  const selected = useSelectedWords(list, container, toolbar);
  if (!selected) return null;
  const moment = trimmed(selected);
  const split = splitAt(selected);
  /** Runs one change at a time, and ends the selection once it succeeded, unless another has taken its place. */
  const run = async (change: () => Promise<boolean>) => {
    if (isRunning.current) return;
    isRunning.current = true;
    const isDone = await change().finally(() => {
      isRunning.current = false;
    });
    const now = list.current && selectedWords(list.current);
    if (isDone && now?.first === selected.first && now.last === selected.last) endSelection();
  };
  const deselecting = (act: (range: WordRange) => void) => () => {
    endSelection();
    act(selected);
  };
  return (
    <div
      ref={toolbar}
      role="toolbar"
      aria-label={t('selection')}
      className={styles.selection}
      style={{ top: selected.top, left: selected.left }}
      // Keeps the selection.
      onPointerDown={(event) => event.preventDefault()}
    >
      <Button size="small" look="quiet" icon={Bookmark} onClick={() => void run(() => onMark(selected))}>
        {t('selection.mark')}
      </Button>
      {moment && (
        <IconButton
          size="small"
          icon={MoveHorizontal}
          label={t('selection.trim', { title: moment.title })}
          onClick={() => void run(() => onTrim(moment, selected))}
        />
      )}
      <IconButton
        size="small"
        icon={GalleryVerticalEnd}
        label={t('selection.story')}
        onClick={() => onStory(selected)}
      />
      <IconButton size="small" icon={Scissors} label={t('selection.clip')} onClick={() => onClip(selected)} />
      <IconButton size="small" icon={MessageCircleQuestion} label={t('selection.ask')} onClick={deselecting(onAsk)} />
      <IconButton size="small" icon={Copy} label={t('selection.copy')} onClick={() => onCopy(selected)} />
      <IconButton size="small" icon={PencilLine} label={t('edit.line')} onClick={deselecting(onEdit)} />
      <IconButton
        size="small"
        icon={ListEnd}
        label={t('selection.split')}
        disabled={!split}
        onClick={() => split && void run(split)}
      />
      <IconButton
        size="small"
        icon={UserRound}
        label={t('selection.speaker')}
        onClick={() => void run(() => onSpeaker(selected))}
      />
    </div>
  );
}

function endSelection(): void {
  getSelection()?.removeAllRanges();
}
