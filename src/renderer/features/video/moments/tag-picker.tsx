import { useQuery } from '@tanstack/react-query';
import { Plus } from 'lucide-react';
import { type KeyboardEvent, useId, useState } from 'react';
import type { CountedTag } from '../../../../contract/library/tags.ts';
import { queries } from '../../../api/queries.ts';
import { cx } from '../../../ui/lib/classes.ts';
import { useMomentText } from '../../../ui/lib/texts/moment-text.ts';
import { TagDot } from '../../../ui/media/tag-label.tsx';
import styles from './moments.module.css';
import { PickedTag } from './picked-tag.tsx';

/** Suggested tags at a time. */
const SUGGESTIONS_MAX = 6;
/** Maximum length of a name and number of tags; the server refuses more. */
const NAME_MAX = 50;
const TAGS_MAX = 20;

const isSame = (a: string, b: string) => a.normalize().toLowerCase() === b.normalize().toLowerCase();

/** Tags of a moment by name: existing ones, or new ones as they are typed. */
export function TagPicker({ tags, onChange }: { tags: readonly string[]; onChange(tags: readonly string[]): void }) {
  const t = useMomentText();
  const id = useId();
  const { data: known = [] } = useQuery(queries.tags);
  const [text, setText] = useState('');
  const [isOpen, setOpen] = useState(false);
  const [at, setAt] = useState(0);
  const name = text.trim();
  const free = known.filter((tag) => !tags.some((each) => isSame(each, tag.name)));
  const fitting = free.filter((tag) => tag.name.toLowerCase().includes(name.toLowerCase())).slice(0, SUGGESTIONS_MAX);
  const isNew = name !== '' && ![...known.map((tag) => tag.name), ...tags].some((each) => isSame(each, name));
  const options = [...fitting.map((tag) => tag.name), ...(isNew ? [name] : [])];
  const chosen = Math.min(at, options.length - 1);
  const isShown = isOpen && options.length > 0 && tags.length < TAGS_MAX;

  const add = (tag: string) => {
    onChange([...tags, tag]);
    setText('');
    setAt(0);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return;
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step !== undefined && options.length > 0) {
      setOpen(true);
      setAt((chosen + step + options.length) % options.length);
    } else if ((event.key === 'Enter' || event.key === ',') && name !== '') {
      const option = options[chosen];
      if (option !== undefined && tags.length < TAGS_MAX) add(option);
      else setText('');
    } else if (event.key === 'Enter' && isShown && at > 0) {
      add(options[chosen]!);
    } else if (event.key === 'Backspace' && text === '' && tags.length > 0) {
      onChange(tags.slice(0, -1));
    } else if (event.key === 'Escape' && isShown) {
      setOpen(false);
    } else return;
    event.preventDefault();
    event.stopPropagation();
  };
  return (
    <div className={styles.picker}>
      <label htmlFor={id} className={styles.noteLabel}>
        {t('tags')}
      </label>
      <div className={styles.pickerBox}>
        {tags.map((tag) => (
          <PickedTag
            key={tag}
            name={tag}
            known={known.find((each) => isSame(each.name, tag))}
            onRemove={() => onChange(tags.filter((each) => each !== tag))}
            onDeleted={() => onChange(tags.filter((each) => each !== tag))}
          />
        ))}
        <input
          id={id}
          role="combobox"
          aria-expanded={isShown}
          aria-controls={`${id}-list`}
          aria-autocomplete="list"
          aria-activedescendant={isShown ? `${id}-${chosen}` : undefined}
          autoComplete="off"
          dir="auto"
          maxLength={NAME_MAX}
          placeholder={tags.length === 0 ? t('tags.add') : undefined}
          className={styles.pickerField}
          value={text}
          onChange={(event) => {
            setText(event.currentTarget.value);
            setAt(0);
            setOpen(true);
          }}
          onFocus={() => setOpen(true)}
          onBlur={() => {
            setOpen(false);
            // A name that was typed but not confirmed is meant.
            if (name !== '' && tags.length < TAGS_MAX && !tags.some((each) => isSame(each, name))) add(name);
          }}
          onKeyDown={onKeyDown}
        />
      </div>
      {isShown && <TagOptions id={id} options={options} tags={fitting} chosen={chosen} onChoose={add} />}
    </div>
  );
}

interface TagOptionsProps {
  /** Prefix of the ids, by which the field names its list and the chosen option. */
  id: string;
  /** Names to choose: those of the tags, and then a new one. */
  options: readonly string[];
  tags: readonly CountedTag[];
  chosen: number;
  onChoose(name: string): void;
}

function TagOptions({ id, options, tags, chosen, onChoose }: TagOptionsProps) {
  const t = useMomentText();
  return (
    <div id={`${id}-list`} role="listbox" aria-label={t('tags')} className={styles.options}>
      {options.map((option, i) => {
        const tag = tags[i];
        return (
          // biome-ignore lint/a11y/useKeyWithClickEvents: the field has the keys
          <div
            key={option}
            id={`${id}-${i}`}
            role="option"
            tabIndex={-1}
            aria-selected={i === chosen}
            className={cx(styles.option, i === chosen && styles.chosen)}
            // Keeps the focus in the field.
            onPointerDown={(event) => event.preventDefault()}
            onClick={() => onChoose(option)}
          >
            {tag ? <TagDot color={tag.color} /> : <Plus aria-hidden size={12} strokeWidth={2} />}
            <bdi>{tag ? tag.name : t('tags.create', { name: option })}</bdi>
          </div>
        );
      })}
    </div>
  );
}
