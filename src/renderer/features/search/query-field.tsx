import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react';
import { SearchBox } from '../../ui/controls/input.tsx';
import { cx } from '../../ui/lib/classes.ts';
import styles from './query-field.module.css';
import { useSearchText } from './text.ts';
import { type QueryOption, useCompletion } from './use-completion.ts';

/** Search field that completes fields of the query language and their values. */
export function QueryField({
  value,
  onChange,
  className,
}: {
  value: string;
  onChange(value: string): void;
  className: string;
}) {
  const t = useSearchText();
  const id = useId();
  const box = useRef<HTMLDivElement>(null);
  /** Place of the cursor; null while the list is closed. */
  const [position, setPosition] = useState<number | null>(null);
  const [isAsked, setAsked] = useState(false);
  const [chosen, setChosen] = useState(-1);
  const options = useCompletion(value, position, isAsked);
  const isOpen = options.length > 0;
  const index = Math.min(chosen, options.length - 1);
  /** Place of the cursor after the text of an option is inserted. */
  const next = useRef<number | null>(null);

  useEffect(() => {
    const input = box.current?.querySelector('input');
    if (next.current === null || input?.value !== value) return;
    input.setSelectionRange(next.current, next.current);
    setPosition(next.current);
    next.current = null;
  });
  useEffect(() => {
    if (index >= 0) box.current?.querySelector(`[data-index="${index}"]`)?.scrollIntoView({ block: 'nearest' });
  }, [index]);

  const close = () => {
    setPosition(null);
    setAsked(false);
    setChosen(-1);
  };
  const accept = ({ text, start, end, isField }: QueryOption) => {
    const after = value.slice(end);
    const added = isField || /^\s/.test(after) ? text : `${text} `;
    next.current = start + added.length;
    setChosen(-1);
    setAsked(isField);
    onChange(value.slice(0, start) + added + after);
    box.current?.querySelector('input')?.focus();
  };
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    if (event.nativeEvent.isComposing) return;
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step !== undefined && isOpen) {
      event.preventDefault();
      setChosen(index < 0 && step < 0 ? options.length - 1 : (index + step + options.length) % options.length);
    } else if (event.key === 'ArrowDown') {
      setPosition(event.currentTarget.selectionStart);
      setAsked(true);
    } else if (isOpen && index >= 0 && (event.key === 'Enter' || event.key === 'Tab')) {
      event.preventDefault();
      accept(options[index]!);
    } else if (event.key === 'Escape' && isOpen) {
      // The first press closes the list, the next one clears the field.
      event.preventDefault();
      close();
    } else if (event.key.startsWith('Arrow') || event.key === 'Home' || event.key === 'End') close();
  };
  return (
    <div ref={box} className={styles.field}>
      <SearchBox
        label={t('field')}
        clearLabel={t('clear')}
        value={value}
        onChange={(text) => {
          setPosition(box.current?.querySelector('input')?.selectionStart ?? text.length);
          setChosen(-1);
          setAsked(false);
          onChange(text);
        }}
        className={className}
        autoFocus
        role="combobox"
        aria-expanded={isOpen}
        aria-controls={`${id}-list`}
        aria-activedescendant={isOpen && index >= 0 ? `${id}-${index}` : undefined}
        aria-autocomplete="list"
        onKeyDown={onKeyDown}
        onBlur={close}
      />
      <CompletionList id={id} options={options} chosen={index} onChoose={setChosen} onAccept={accept} />
    </div>
  );
}

interface CompletionListProps {
  /** Prefix of the ids, by which the field names its list and the chosen option. */
  id: string;
  options: readonly QueryOption[];
  /** Index of the chosen option; -1 without one. */
  chosen: number;
  onChoose(index: number): void;
  onAccept(option: QueryOption): void;
}

function CompletionList({ id, options, chosen, onChoose, onAccept }: CompletionListProps) {
  const t = useSearchText();
  return (
    <div
      id={`${id}-list`}
      role="listbox"
      aria-label={t('complete')}
      className={styles.list}
      hidden={options.length === 0}
    >
      {options.map((option, i) => (
        // biome-ignore lint/a11y/useKeyWithClickEvents: the field handles the keys of its list
        <div
          key={option.text}
          id={`${id}-${i}`}
          data-index={i}
          role="option"
          tabIndex={-1}
          aria-selected={i === chosen}
          className={cx(styles.option, i === chosen && styles.chosen)}
          onPointerMove={() => onChoose(i)}
          // Keeps the focus in the field.
          onPointerDown={(event) => event.preventDefault()}
          onClick={() => onAccept(option)}
        >
          <bdi>{option.label}</bdi>
          {option.about !== undefined && <span className={styles.about}>{option.about}</span>}
          {option.count !== undefined && <span className={styles.count}>{option.count}</span>}
        </div>
      ))}
    </div>
  );
}
