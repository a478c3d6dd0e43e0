import { Search } from 'lucide-react';
import { Dialog } from 'radix-ui';
import { Fragment, type KeyboardEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react';
import { cx } from '../../../ui/lib/classes.ts';
import type { Command } from '../../../ui/lib/commands.ts';
import { useSearchText } from '../text.ts';
import styles from './palette.module.css';
import { COMMANDS_SIGN, type PaletteGroup, usePaletteGroups } from './use-palette-groups.tsx';

/** Command palette: runs commands, finds videos by name and moments by content. */
export function CommandPalette({ commands, onClose }: { commands: readonly Command[]; onClose(): void }) {
  const t = useSearchText();
  const id = useId();
  const [text, setText] = useState('');
  /** Chosen option; without one, the first, also when results arrive before it. */
  const [chosenKey, setChosenKey] = useState<string | null>(null);
  const hasRun = useRef(false);
  const [isEntered, setEntered] = useState(false);
  const { groups, isSearching, isFirstOutdated, showAll } = usePaletteGroups(text, commands);

  const options = groups.flatMap((group) => group.options);
  const chosen = Math.max(
    0,
    options.findIndex(({ key }) => key === chosenKey),
  );
  const run = (command: (() => void) | undefined) => {
    if (!command) return;
    // First, since a command may open another dialog.
    hasRun.current = true;
    onClose();
    command();
  };
  // Enter waits for the first result of what was typed.
  useEffect(() => {
    if (!isEntered || isFirstOutdated) return;
    setEntered(false);
    // A command may render at once, which it can't within an effect.
    queueMicrotask(() => run(options[chosen]?.run));
  });
  const onKeyDown = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step !== undefined && options.length > 0) {
      event.preventDefault();
      setChosenKey(options[(chosen + step + options.length) % options.length]!.key);
    }
    if (event.key === 'Enter' && !event.nativeEvent.isComposing) {
      event.preventDefault();
      if ((event.ctrlKey || event.metaKey) && showAll) run(showAll);
      else if (chosenKey === null && isFirstOutdated) setEntered(true);
      else run(options[chosen]?.run);
    }
  };
  return (
    <Dialog.Root open onOpenChange={(isOpen) => !isOpen && onClose()}>
      <Dialog.Portal>
        <Dialog.Overlay className={styles.veil} />
        <Dialog.Content
          className={styles.palette}
          aria-describedby={undefined}
          // A command may have moved the focus.
          onCloseAutoFocus={(event) => hasRun.current && event.preventDefault()}
        >
          <Dialog.Title className="visually-hidden">{t('palette.title')}</Dialog.Title>
          <div className={styles.box}>
            <Search aria-hidden size={18} strokeWidth={1.75} />
            <input
              role="combobox"
              aria-label={t('palette.field')}
              aria-expanded={options.length > 0}
              aria-controls={`${id}-list`}
              aria-activedescendant={options.length > 0 ? `${id}-${chosen}` : undefined}
              aria-autocomplete="list"
              placeholder={t('palette.field')}
              className={styles.input}
              value={text}
              spellCheck={false}
              autoComplete="off"
              onChange={(event) => {
                setText(event.currentTarget.value);
                setChosenKey(null);
                setEntered(false);
              }}
              onKeyDown={onKeyDown}
            />
          </div>
          <OptionList id={id} groups={groups} chosen={chosen} onChoose={setChosenKey} onRun={run}>
            {options.length === 0 && !isSearching && <p className={styles.none}>{t('palette.none')}</p>}
          </OptionList>
          <p role="status" className="visually-hidden">
            {text.trim() !== '' && !isSearching && t('palette.count', { count: options.length })}
          </p>
          <p className={styles.keys}>{t('palette.keys', { sign: COMMANDS_SIGN })}</p>
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
  );
}

interface OptionListProps {
  /** Prefix of the ids, by which the field names its list and the chosen option. */
  id: string;
  groups: readonly PaletteGroup[];
  /** Index of the chosen option among those of all groups. */
  chosen: number;
  onChoose(key: string): void;
  onRun(command: () => void): void;
  /** Shown below the options. */
  children: ReactNode;
}

/** Options by group; the chosen one stays in view. */
function OptionList({ id, groups, chosen, onChoose, onRun, children }: OptionListProps) {
  const t = useSearchText();
  const list = useRef<HTMLDivElement>(null);
  useEffect(() => {
    list.current?.querySelector(`[data-index="${chosen}"]`)?.scrollIntoView({ block: 'nearest' });
  }, [chosen]);
  let index = -1;
  return (
    <div ref={list} id={`${id}-list`} role="listbox" aria-label={t('results')} className={styles.list}>
      {groups.map((group) => (
        <Fragment key={group.key}>
          {group.heading !== '' && (
            <div role="presentation" className={styles.heading}>
              {group.heading}
            </div>
          )}
          {group.options.map((option) => {
            index += 1;
            return (
              // biome-ignore lint/a11y/useKeyWithClickEvents: the field handles the keys of its list
              <div
                key={option.key}
                id={`${id}-${index}`}
                data-index={index}
                role="option"
                tabIndex={-1}
                aria-selected={index === chosen}
                className={cx(styles.option, index === chosen && styles.chosen)}
                onPointerMove={() => onChoose(option.key)}
                onClick={() => onRun(option.run)}
              >
                {option.content}
              </div>
            );
          })}
        </Fragment>
      ))}
      {children}
    </div>
  );
}
