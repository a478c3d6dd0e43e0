import { useCallback, useEffect, useMemo, useRef, useState } from 'react';

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

/** The selection without items that are gone; the same one if it has none. */
export function withoutGone(selected: ReadonlySet<string>, known: ReadonlySet<string>): ReadonlySet<string> {
  const remaining = [...selected].filter((id) => known.has(id));
  return remaining.length === selected.size ? selected : new Set(remaining);
}

/**
 * Selection of a list. Hidden items are not selected, so actions never affect them; items that are gone are deselected,
 * so that restored ones are not selected.
 * @param all every item, shown or hidden; undefined while they load
 */
export function useSelection(order: readonly string[], all: readonly { job_id: string }[] | undefined): Selection {
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set());
  useEffect(() => {
    if (!all) return;
    setSelected((before) =>
      before.size === 0 ? before : withoutGone(before, new Set(all.map(({ job_id }) => job_id))),
    );
  }, [all]);
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
