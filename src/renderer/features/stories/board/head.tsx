import { useLayoutEffect, useRef, useState } from 'react';
import { playedMoments, type Story } from '../../../../contract/search/stories.ts';
import { useStoryText } from '../../../ui/lib/texts/story-text.ts';
import { useFormats } from '../../../ui/lib/use-formats.ts';
import styles from './board.module.css';
import { NoteText } from './note-text.tsx';
import { TextEditor } from './text-editor.tsx';
import type { StoryEdits } from './use-story-edits.ts';

/** Title, size, and description of a story, edited in place. */
export function BoardHead({
  story,
  edits,
  isNaming,
  setNaming,
}: {
  story: Story;
  edits: StoryEdits;
  isNaming: boolean;
  setNaming(on: boolean): void;
}) {
  const { lasting } = useFormats();
  const t = useStoryText();
  const [isDescribing, setDescribing] = useState(false);
  const title = useRef<HTMLButtonElement>(null);
  const wasNaming = useRef(isNaming);
  useLayoutEffect(() => {
    // The field that had the keyboard is gone.
    if (wasNaming.current && document.activeElement === document.body) title.current?.focus({ preventScroll: true });
    wasNaming.current = isNaming;
  }, [isNaming]);
  const moments = playedMoments(story.items);
  const videos = new Set(moments.map(({ job_id }) => job_id)).size;
  return (
    <header className={styles.head}>
      {isNaming ? (
        <TextEditor
          text={story.title}
          label={t('name')}
          maxLength={200}
          className={styles.titleField}
          onSave={async (title) => title === '' || edits.update({ title })}
          onClose={() => setNaming(false)}
        />
      ) : (
        <button
          ref={title}
          type="button"
          title={t('rename')}
          className={styles.title}
          dir="auto"
          onClick={() => setNaming(true)}
        >
          {story.title}
        </button>
      )}
      <p className={styles.size}>
        {moments.length === 0
          ? t('moments', { count: 0 })
          : [t('moments', { count: moments.length }), t('videos', { count: videos }), lasting(story.duration)].join(
              ' · ',
            )}
      </p>
      <NoteText
        text={story.description}
        label={t('description')}
        addLabel={t('description.add')}
        maxLength={10_000}
        className={styles.description}
        isEditing={isDescribing}
        setEditing={setDescribing}
        onSave={(description) => edits.update({ description })}
      />
    </header>
  );
}
