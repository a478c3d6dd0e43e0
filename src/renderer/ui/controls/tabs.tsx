import { Tabs as Radix } from 'radix-ui';
import { Fragment, type ReactNode, useEffect, useId, useRef } from 'react';
import { cx } from '../lib/classes.ts';
import { useIsNarrow } from '../lib/media-query.ts';
import styles from './tabs.module.css';

export interface Tab<Value extends string> {
  value: Value;
  label: ReactNode;
  content: ReactNode;
  /** Heading above the tab in a list at the side, where its group begins. */
  group?: string | undefined;
}

/** Tabs. */
export function Tabs<Value extends string>({
  label,
  value,
  onChange,
  tabs,
  extra,
  isSide = false,
  onUse,
}: {
  /** Accessible name of the tab list. */
  label: string;
  value: Value;
  onChange(value: Value): void;
  tabs: readonly Tab<Value>[];
  /** Content at the end of the tab list. */
  extra?: ReactNode;
  /** Whether the tabs are a list beside the content, in windows that are wide enough. */
  isSide?: boolean;
  /** Called when somebody presses, types, or scrolls in a tab or the list of tabs. */
  onUse?: (() => void) | undefined;
}) {
  const id = useId();
  const list = useRef<HTMLDivElement>(null);
  // The selected tab of a list that is wider than the screen; jsdom does not implement scrolling.
  // biome-ignore lint/correctness/useExhaustiveDependencies: scrolls when the value changes
  useEffect(() => {
    // With the next frame, for which the page is laid out anyway.
    const frame = requestAnimationFrame(() =>
      list.current?.querySelector('[data-state="active"]')?.scrollIntoView?.({ block: 'nearest', inline: 'nearest' }),
    );
    return () => cancelAnimationFrame(frame);
  }, [value]);
  const isBeside = !useIsNarrow() && isSide;
  return (
    <Radix.Root
      className={cx(styles.root, isBeside && styles.side)}
      orientation={isBeside ? 'vertical' : 'horizontal'}
      value={value}
      onValueChange={(next) => onChange(next as Value)}
      onPointerDownCapture={onUse}
      onKeyDownCapture={onUse}
      onWheelCapture={onUse}
    >
      <div className={styles.bar}>
        <Radix.List ref={list} className={styles.list} aria-label={label}>
          {tabs.map((tab) => (
            <Fragment key={tab.value}>
              {isBeside && tab.group !== undefined && (
                <span role="presentation" className={styles.group}>
                  {tab.group}
                </span>
              )}
              <Radix.Trigger
                value={tab.value}
                id={`${id}-tab-${tab.value}`}
                aria-controls={`${id}-panel-${tab.value}`}
                className={styles.tab}
              >
                {tab.label}
              </Radix.Trigger>
            </Fragment>
          ))}
        </Radix.List>
        {extra}
      </div>
      {/* Not Radix' own, which lay out the page as soon as they are rendered, to learn whether they are animated. */}
      {tabs.map((tab) => (
        <div
          key={tab.value}
          role="tabpanel"
          id={`${id}-panel-${tab.value}`}
          aria-labelledby={`${id}-tab-${tab.value}`}
          hidden={tab.value !== value}
          data-state={tab.value === value ? 'active' : 'inactive'}
          className={styles.content}
          tabIndex={-1}
        >
          {tab.value === value && tab.content}
        </div>
      ))}
    </Radix.Root>
  );
}
