import { useCallback, useMemo, useRef, useState } from 'react';

/** Selection after a click: toggles an item, or with Shift selects the range from the last one. */
export function selectTo(
  selected: ReadonlySet<string>,
  order: readonly string[],
  last: string | null,
  id: string,
  isRange: boolean,
): Set<string> {
  const next = new Set(selected);
  const from = last === null ? -1 : order.indexOf(last);
  const to = order.indexOf(id);
  if (isRange && from >= 0 && to >= 0) {
    for (const between of order.slice(Math.min(from, to), Math.max(from, to) + 1)) next.add(between);
  } else if (!next.delete(id)) {
    next.add(id);
  }
  return next;
}

export interface Selection {
  /** Visible selected items in display order. */
  ids: readonly string[];
  has(id: string): boolean;
  select(id: string, isRange: boolean): void;
  selectAll(): void;
  clear(): void;
}

/** Selection of a list. Hidden items are not selected, so actions never affect them. */
export function useSelection(order: readonly string[]): Selection {
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set());
  const last = useRef<string | null>(null);
  const ids = useMemo(() => order.filter((id) => selected.has(id)), [order, selected]);
  return {
    ids,
    has: (id) => selected.has(id),
    select: useCallback(
      (id, isRange) => {
        setSelected((before) => selectTo(before, order, last.current, id, isRange));
        last.current = id;
      },
      [order],
    ),
    selectAll: useCallback(() => setSelected(new Set(order)), [order]),
    clear: useCallback(() => setSelected(new Set()), []),
  };
}
