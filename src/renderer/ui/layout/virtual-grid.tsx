import { useVirtualizer } from '@tanstack/react-virtual';
import { type KeyboardEvent, type ReactNode, useLayoutEffect, useRef, useState } from 'react';
import { moveFocusWithin } from './move-focus.ts';
import styles from './virtual-grid.module.css';

export interface VirtualGridProps<Item> {
  items: readonly Item[];
  keyOf(item: Item): string;
  render(item: Item, index: number): ReactNode;
  /** Minimum column width in CSS pixels; Infinity for a single column. */
  minColumn: number;
  /** Row height for a column width, both in CSS pixels without the gap. */
  rowHeight(columnWidth: number): number;
  gap?: number;
  padding?: number;
  /** Maximum width of the items in CSS pixels; wider grids are centered. */
  maxWidth?: number;
  label: string;
  /** Content above the first row that scrolls with it. */
  head?: ReactNode;
}

/**
 * As many columns as fit, and as many rows as are seen: 10,000 items cost what 50 do. Arrow keys, Home and End move
 * between the items' links; X presses the button of an item, which chooses it.
 */
export function VirtualGrid<Item>({
  items,
  keyOf,
  render,
  minColumn,
  rowHeight,
  gap = 16,
  padding: least = 20,
  maxWidth = Number.POSITIVE_INFINITY,
  label,
  head,
}: VirtualGridProps<Item>) {
  const scroller = useRef<HTMLDivElement>(null);
  const top = useRef<HTMLDivElement>(null);
  const [size, setSize] = useState({ width: 0, top: 0 });
  useLayoutEffect(() => {
    const measure = () => setSize({ width: scroller.current?.clientWidth ?? 0, top: top.current?.offsetHeight ?? 0 });
    const observer = new ResizeObserver(measure);
    if (scroller.current) observer.observe(scroller.current);
    if (top.current) observer.observe(top.current);
    measure();
    return () => observer.disconnect();
  }, []);

  const padding = Math.max(least, (size.width - maxWidth) / 2);
  const inner = Math.max(0, size.width - 2 * padding);
  const columns = columnsFor(inner, minColumn, gap);
  const columnWidth = (inner - gap * (columns - 1)) / columns;
  const height = rowHeight(columnWidth);
  const rows = useVirtualizer({
    count: Math.ceil(items.length / columns),
    getScrollElement: () => scroller.current,
    estimateSize: () => height + gap,
    overscan: 3,
    scrollMargin: size.top,
    paddingEnd: least,
    // Batches row updates with other state changes instead of flushing in the scroll event.
    useFlushSync: false,
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: sizes that were computed for other columns are void
  useLayoutEffect(() => rows.measure(), [height, gap, columns]);

  const onKeyDown = (event: KeyboardEvent<HTMLUListElement>) => {
    const cell = (event.target as Element).closest('li');
    if (!cell || event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key === 'x') return cell.querySelector('button')?.click();
    const index = step(event.key, Number(cell.ariaPosInSet) - 1, columns, items.length);
    if (index === null) return;
    event.preventDefault();
    const list = event.currentTarget;
    rows.scrollToIndex(Math.floor(index / columns));
    // A distant row is rendered one frame after scrolling.
    requestAnimationFrame(() => requestAnimationFrame(() => moveFocusWithin(list, `[aria-posinset="${index + 1}"] a`)));
  };

  return (
    <div ref={scroller} className={styles.scroller}>
      <div ref={top}>{head}</div>
      {size.width > 0 && (
        <ul
          className={styles.list}
          aria-label={label}
          style={{ height: rows.getTotalSize() - size.top }}
          onKeyDown={onKeyDown}
        >
          {rows.getVirtualItems().flatMap((row) =>
            items.slice(row.index * columns, (row.index + 1) * columns).map((item, column) => {
              const index = row.index * columns + column;
              return (
                <li
                  key={keyOf(item)}
                  className={styles.cell}
                  data-key={keyOf(item)}
                  aria-setsize={items.length}
                  aria-posinset={index + 1}
                  style={{
                    width: columnWidth,
                    height,
                    transform: `translate(${padding + column * (columnWidth + gap)}px, ${row.start - size.top}px)`,
                  }}
                >
                  {render(item, index)}
                </li>
              );
            }),
          )}
        </ul>
      )}
    </div>
  );
}

/** Index that a key moves to from an item; null for other keys. */
export function step(key: string, index: number, columns: number, count: number): number | null {
  const targets: Readonly<Record<string, number>> = {
    ArrowLeft: index - 1,
    ArrowRight: index + 1,
    ArrowUp: index - columns,
    ArrowDown: index + columns,
    Home: 0,
    End: count - 1,
  };
  const target = targets[key];
  return target === undefined || target < 0 || target >= count || target === index ? null : target;
}

/** Number of columns of at least `min` that fit into `width` with `gap`; at least one. */
export function columnsFor(width: number, min: number, gap: number): number {
  return Math.max(1, Math.floor((width + gap) / (min + gap)) || 1);
}
