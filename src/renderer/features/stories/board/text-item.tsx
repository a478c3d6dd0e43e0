import type { StoryItem } from '../../../../contract/search/stories.ts';
import { useStoryText } from '../../../ui/lib/texts/story-text.ts';
import styles from './board.module.css';
import { NoteText } from './note-text.tsx';
import { TextEditor } from './text-editor.tsx';
import type { StoryEdits } from './use-story-edits.ts';

/** Heading or note of a story, edited in place. */
export function TextItem({
  item,
  edits,
  isEditing,
  setEditing,
}: {
  item: StoryItem;
  edits: StoryEdits;
  isEditing: boolean;
  setEditing(on: boolean): void;
}) {
  const t = useStoryText();
  const save = async (text: string) => text === '' || edits.setText(item, text);
  if (item.kind === 'note')
    return (
      <NoteText
        text={item.text}
        label={t('note')}
        maxLength={20_000}
        className={styles.note}
        isEditing={isEditing}
        setEditing={setEditing}
        onSave={save}
      />
    );
  if (isEditing)
    return (
      <TextEditor
        text={item.text}
        label={t('heading')}
        maxLength={200}
        className={styles.headingField}
        onSave={save}
        onClose={() => setEditing(false)}
      />
    );
  return (
    <h2 className={styles.heading}>
      <button
        type="button"
        title={t('edit')}
        dir="auto"
        className={styles.headingText}
        onClick={() => setEditing(true)}
      >
        {item.text}
      </button>
    </h2>
  );
}
