import { useQuery } from '@tanstack/react-query';
import { GalleryVerticalEnd, Plus } from 'lucide-react';
import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react';
import { type MomentSource, playedMoments, type Story } from '../../../../contract/search/stories.ts';
import { queries, useThumbnailUrls } from '../../../api/queries.ts';
import { ErrorState } from '../../../ui/feedback/states.tsx';
import { Dialog } from '../../../ui/layout/dialog.tsx';
import { cx } from '../../../ui/lib/classes.ts';
import { useStoryText } from '../../../ui/lib/texts/story-text.ts';
import { useFormats } from '../../../ui/lib/use-formats.ts';
import { Still } from '../../../ui/media/still.tsx';
import styles from './add.module.css';
import { useAddMoments } from './use-add.ts';

/** Adds moments to a recent story or to a new one. */
export function AddToStory({ moments, onClose }: { moments: readonly MomentSource[]; onClose(): void }) {
  const t = useStoryText();
  const id = useId();
  const { data: stories = [], isPending, error, refetch } = useQuery(queries.stories);
  const add = useAddMoments();
  const [text, setText] = useState('');
  const [at, setAt] = useState(0);
  const [isEntered, setIsEntered] = useState(false);
  const list = useRef<HTMLDivElement>(null);
  const title = text.trim();
  const fitting = stories.filter((story) => story.title.toLowerCase().includes(title.toLowerCase()));
  const count = fitting.length + 1;
  // A typed name that no story has is that of a new one.
  const chosen = Math.min(at, count - 1);
  useEffect(() => {
    list.current?.querySelector(`[data-index="${chosen}"]`)?.scrollIntoView({ block: 'nearest' });
  }, [chosen]);
  const choose = (index: number) => {
    const story = fitting[index];
    onClose();
    void add(moments, story ? { id: story.id } : { title: title || t('untitled') });
  };
  // Before the stories are there, the first option would be a new one: Enter waits for them.
  useEffect(() => {
    if (!isEntered || isPending) return;
    setIsEntered(false);
    choose(chosen);
  });
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return;
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step !== undefined) setAt((chosen + step + count) % count);
    else if (event.key !== 'Enter') return;
    else setIsEntered(true);
    event.preventDefault();
  };
  const option = (index: number) => ({
    id: `${id}-${index}`,
    'data-index': index,
    role: 'option',
    tabIndex: -1,
    'aria-selected': index === chosen,
    className: cx(styles.option, index === chosen && styles.chosen),
    onPointerMove: () => setAt(index),
    onClick: () => choose(index),
  });
  return (
    <Dialog
      onClose={onClose}
      width="narrow"
      title={t('add.title')}
      description={t('add.count', { count: moments.length })}
    >
      <input
        role="combobox"
        aria-label={t('add.field')}
        aria-expanded
        aria-controls={`${id}-list`}
        aria-activedescendant={`${id}-${chosen}`}
        aria-autocomplete="list"
        placeholder={t('add.field')}
        className={styles.field}
        maxLength={200}
        value={text}
        spellCheck={false}
        autoComplete="off"
        dir="auto"
        onChange={(event) => {
          setText(event.currentTarget.value);
          setAt(0);
        }}
        onKeyDown={onKeyDown}
      />
      {error && stories.length === 0 && <ErrorState error={error} onRetry={refetch} />}
      <div ref={list} id={`${id}-list`} role="listbox" aria-label={t('add.list')} className={styles.list}>
        {fitting.map((story, index) => (
          <div key={story.id} {...option(index)}>
            <StoryContent story={story} />
          </div>
        ))}
        {!isPending && (
          <div {...option(fitting.length)}>
            <span className={cx(styles.still, styles.plus)}>
              <Plus aria-hidden size={16} strokeWidth={1.75} />
            </span>
            <span className={styles.name}>{title === '' ? t('add.new') : t('add.newNamed', { title })}</span>
          </div>
        )}
      </div>
    </Dialog>
  );
}

/** Still, title, and size of a story. */
function StoryContent({ story: { items, title, duration } }: { story: Story }) {
  const { lasting } = useFormats();
  const t = useStoryText();
  const thumbnails = useThumbnailUrls();
  const moments = playedMoments(items);
  const [first] = moments;
  return (
    <>
      <Still
        className={styles.still}
        src={(first && thumbnails?.near(first.job_id, first.start_time)) ?? null}
        icon={GalleryVerticalEnd}
      />
      <bdi className={styles.name}>{title}</bdi>
      <span className={styles.size}>
        {t('moments', { count: moments.length })}
        {duration > 0 && ` · ${lasting(duration)}`}
      </span>
    </>
  );
}
