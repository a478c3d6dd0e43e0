import { useVirtualizer } from '@tanstack/react-virtual';
import { type ReactNode, useLayoutEffect, useRef, useState } from 'react';
import styles from './virtual-grid.module.css';

export interface VirtualGridProps<Item> {
  items: readonly Item[];
  keyOf(item: Item): string;
  render(item: Item, index: number): ReactNode;
  /** A column is at least this wide, in CSS pixels; Infinity for a list of one column. */
  minColumn: number;
  /** Height of a row for the width of its column, both in CSS pixels and the gap left out. */
  rowHeight(columnWidth: number): number;
  gap?: number;
  padding?: number;
  label: string;
  /** Above the first row, scrolling along. */
  head?: ReactNode;
}

/** As many columns as fit, and as many rows as are seen: 10,000 items cost what 50 do. */
export function VirtualGrid<Item>({
  items,
  keyOf,
  render,
  minColumn,
  rowHeight,
  gap = 16,
  padding = 20,
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
    paddingEnd: padding,
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: sizes that were computed for other columns are void
  useLayoutEffect(() => rows.measure(), [height, gap, columns]);

  return (
    <div ref={scroller} className={styles.scroller}>
      <div ref={top}>{head}</div>
      {size.width > 0 && (
        <ul className={styles.list} aria-label={label} style={{ height: rows.getTotalSize() - size.top }}>
          {rows.getVirtualItems().flatMap((row) =>
            items.slice(row.index * columns, (row.index + 1) * columns).map((item, column) => {
              const index = row.index * columns + column;
              return (
                <li
                  key={keyOf(item)}
                  className={styles.cell}
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

/** How many columns of at least `min` fit into `width` with `gap` between them; at least one. */
export function columnsFor(width: number, min: number, gap: number): number {
  return Math.max(1, Math.floor((width + gap) / (min + gap)) || 1);
}
