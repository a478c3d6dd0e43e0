import { ArrowDown, ArrowUp } from 'lucide-react';
import { cx } from '../../ui/lib/classes.ts';
import styles from './list.module.css';
import type { Sort } from './sort-filter.ts';
import { useLibraryText } from './text.ts';

/**
 * Columns of the list in order, with the orders that a click on their heads switches between; the first one comes
 * first.
 */
const COLUMNS = [
  { key: 'name', sorts: ['name', 'nameDown'] },
  { key: 'status', sorts: ['status'] },
  { key: 'length', sorts: ['longest', 'shortest'] },
  { key: 'captured', sorts: ['captured', 'capturedOldest'] },
  { key: 'added', sorts: ['newest', 'oldest'] },
  { key: 'size', sorts: ['largest', 'smallest'] },
  { key: 'project', sorts: ['project'] },
  { key: 'speaker', sorts: ['speaker'] },
  { key: 'speech', sorts: [] },
] as const satisfies readonly { key: string; sorts: readonly Sort[] }[];

/** Orders in which the largest or latest comes first. */
const DESCENDING: readonly Sort[] = ['newest', 'longest', 'largest', 'nameDown', 'captured'];

/** Heads of the list's columns; a click sorts by the column. */
export function ListHead({ sort, onSort }: { sort: Sort; onSort(sort: Sort): void }) {
  const t = useLibraryText();
  return (
    <div className={styles.head}>
      {COLUMNS.map(({ key, sorts }) => {
        const orders: readonly Sort[] = sorts;
        const isSorted = orders.includes(sort);
        const next = orders[(orders.indexOf(sort) + 1) % Math.max(1, orders.length)];
        const Arrow = DESCENDING.includes(sort) ? ArrowDown : ArrowUp;
        return next === undefined ? (
          <span key={key} className={cx(styles.column, styles[key])}>
            {t(`column.${key}`)}
          </span>
        ) : (
          <button
            key={key}
            type="button"
            className={cx(styles.column, styles[key], isSorted && styles.sorted)}
            aria-pressed={isSorted}
            title={t(`sort.${isSorted ? next : orders[0]!}`)}
            onClick={() => onSort(isSorted ? next : orders[0]!)}
          >
            {t(`column.${key}`)}
            {isSorted && <Arrow aria-hidden size={12} />}
          </button>
        );
      })}
    </div>
  );
}
