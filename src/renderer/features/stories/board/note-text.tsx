import type { MouseEvent } from 'react';
import { useStoryText } from '../../../ui/lib/texts/story-text.ts';
import { Markdown } from '../../../ui/media/markdown.tsx';
import styles from './board.module.css';
import { TextEditor } from './text-editor.tsx';

/** Markdown that a click or the edit button changes in its place; without text, a button that adds it. */
export function NoteText({
  text,
  label,
  addLabel,
  maxLength,
  className,
  isEditing,
  setEditing,
  onSave,
}: {
  text: string;
  label: string;
  /** Undefined where there always is a text. */
  addLabel?: string;
  maxLength: number;
  className?: string | undefined;
  isEditing: boolean;
  setEditing(on: boolean): void;
  /** Returns undefined if that failed. */
  onSave(text: string): Promise<unknown>;
}) {
  const t = useStoryText();
  if (isEditing) {
    return (
      <TextEditor
        isMultiline
        text={text}
        label={label}
        hint={t('note.hint')}
        maxLength={maxLength}
        onSave={onSave}
        onClose={() => setEditing(false)}
      />
    );
  }
  if (text === '') {
    return addLabel === undefined ? null : (
      <button type="button" className={styles.add} onClick={() => setEditing(true)}>
        {addLabel}
      </button>
    );
  }
  const onClick = (event: MouseEvent) => {
    const isLink = event.target instanceof Element && event.target.closest('a');
    if (!isLink && getSelection()?.isCollapsed !== false) setEditing(true);
  };
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the menu of the item has the same command for keyboards
    // biome-ignore lint/a11y/noStaticElementInteractions: a click in the text is a shortcut
    <div className={className} onClick={onClick}>
      <Markdown text={text} />
    </div>
  );
}
