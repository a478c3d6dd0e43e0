import { useCallback, useMemo, useRef, useState } from 'react';

/** The choice after a click: it turns one, or with Shift takes all from the last one clicked to this one. */
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
  /** The chosen ones that are shown, in the order of the view. */
  ids: readonly string[];
  has(id: string): boolean;
  select(id: string, isRange: boolean): void;
  selectAll(): void;
  clear(): void;
}

/** What is chosen in a list. What is not shown is not chosen: an action never touches what nobody sees. */
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
