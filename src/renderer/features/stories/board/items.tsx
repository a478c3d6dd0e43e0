import { Heading2, NotebookPen, Search } from 'lucide-react';
import { type RefObject, useRef, useState } from 'react';
import { useLocation } from 'wouter';
import { playedMoments, type Story } from '../../../../contract/search/stories.ts';
import { Button } from '../../../ui/controls/button.tsx';
import { moveFocusWithin } from '../../../ui/layout/move-focus.ts';
import { useRowFocus } from '../../../ui/layout/use-row-focus.ts';
import { cx } from '../../../ui/lib/classes.ts';
import { useStoryText } from '../../../ui/lib/texts/story-text.ts';
import styles from './board.module.css';
import { type Draft, itemName } from './item-parts.ts';
import { ItemRow } from './item-row.tsx';
import { TextEditor } from './text-editor.tsx';
import { useReorder } from './use-reorder.ts';
import type { StoryEdits } from './use-story-edits.ts';

/** Items of a story, reordered by dragging or by keys. */
export function Items({
  story,
  edits,
  scroller,
  onPlay,
}: {
  story: Story;
  edits: StoryEdits;
  scroller: RefObject<HTMLElement | null>;
  /** Plays the story from an item on. */
  onPlay(id: string): void;
}) {
  const t = useStoryText();
  const list = useRef<HTMLOListElement>(null);
  useRowFocus(list);
  /** Headings and notes being written; one that could not be saved stays beside the next. */
  const [drafts, setDrafts] = useState<readonly (Draft & { id: number })[]>([]);
  const lastDraft = useRef(0);
  const addDraft = (draft: Draft) => {
    const id = ++lastDraft.current;
    setDrafts((all) => [...all, { ...draft, id }]);
  };
  const [announced, setAnnounced] = useState('');
  const { items } = story;
  const move = (id: string, to: number) => {
    const item = items.find((each) => each.id === id);
    if (!item || to < 0 || to >= items.length) return;
    setAnnounced(t('moved', { title: itemName(item, t), place: to + 1, count: items.length }));
    void edits.move(id, to);
    // Moving an element in the document takes its focus.
    requestAnimationFrame(() =>
      moveFocusWithin(list.current, `[data-item="${id}"] [data-handle]`, { preventScroll: true }),
    );
    requestAnimationFrame(() =>
      list.current?.querySelector(`[data-item="${id}"]`)?.scrollIntoView({ block: 'nearest' }),
    );
  };
  const { dragging, start } = useReorder(list, scroller, move);
  const numbers = new Map(playedMoments(items).map((moment, nth) => [moment, nth + 1]));
  const draftsAt = (isHere: (draft: Draft) => boolean) =>
    drafts
      .filter(isHere)
      .map((draft) => (
        <DraftRow
          key={`draft-${draft.id}`}
          draft={draft}
          edits={edits}
          onClose={() => setDrafts((all) => all.filter((each) => each !== draft))}
        />
      ));
  return (
    <>
      {items.length === 0 && drafts.length === 0 && (
        <div className={styles.empty}>
          <h2 className={styles.emptyTitle}>{t('board.empty.title')}</h2>
          <p className={styles.emptyText}>{t('board.empty.text')}</p>
        </div>
      )}
      <ol ref={list} className={styles.items} aria-label={t('items')}>
        {items.flatMap((item, index) => {
          const isDragged = dragging?.id === item.id;
          const at = dragging ? items.filter(({ id }) => id !== dragging.id).findIndex(({ id }) => id === item.id) : -1;
          const row = (
            <ItemRow
              key={item.id}
              item={item}
              number={item.moment ? numbers.get(item.moment) : undefined}
              index={index}
              count={items.length}
              edits={edits}
              offset={isDragged ? dragging.offset : null}
              isDropBefore={!!dragging && !isDragged && at === dragging.to}
              isDropAfter={!!dragging && !isDragged && at === items.length - 2 && dragging.to === items.length - 1}
              onGrab={(event) => start(event, item.id)}
              onMove={(to) => move(item.id, to)}
              onInsert={addDraft}
              onPlay={() => onPlay(item.id)}
            />
          );
          return [...draftsAt(({ position }) => position === index), row];
        })}
        {draftsAt(({ position }) => position >= items.length)}
      </ol>
      <AddButtons isEmpty={items.length === 0} onDraft={(kind) => addDraft({ kind, position: items.length })} />
      <p role="status" className="visually-hidden">
        {announced}
      </p>
    </>
  );
}

/** Field of a heading or note that is being written. */
function DraftRow({ draft, edits, onClose }: { draft: Draft; edits: StoryEdits; onClose(): void }) {
  const t = useStoryText();
  const { kind, position } = draft;
  return (
    <li className={styles.draft}>
      <TextEditor
        text=""
        label={t(kind)}
        hint={t(kind === 'heading' ? 'heading.hint' : 'note.hint')}
        isMultiline={kind === 'note'}
        maxLength={kind === 'heading' ? 200 : 20_000}
        className={cx(kind === 'heading' && styles.headingField)}
        onSave={(text) => edits.add({ kind, text }, position)}
        onClose={onClose}
      />
    </li>
  );
}

function AddButtons({ isEmpty, onDraft }: { isEmpty: boolean; onDraft(kind: Draft['kind']): void }) {
  const t = useStoryText();
  const [, navigate] = useLocation();
  return (
    <div className={styles.adders}>
      <Button look={isEmpty ? 'primary' : 'plain'} icon={Search} onClick={() => navigate('/search')}>
        {t('board.find')}
      </Button>
      <Button icon={Heading2} onClick={() => onDraft('heading')}>
        {t('heading')}
      </Button>
      <Button icon={NotebookPen} onClick={() => onDraft('note')}>
        {t('note')}
      </Button>
    </div>
  );
}
