import { useState } from 'react';
import { SORTS, type Sort } from './sort-filter.ts';

export interface View {
  layout: 'card' | 'row';
  sort: Sort;
}

const STORED = 'reelscope.library';

/** Stored view preferences of the library. */
export function useView(): [View, (change: Partial<View>) => void] {
  const [view, setView] = useState(stored);
  return [
    view,
    (change) => {
      const next = { ...view, ...change };
      localStorage.setItem(STORED, JSON.stringify(next));
      setView(next);
    },
  ];
}

function stored(): View {
  try {
    const { layout, sort } = JSON.parse(localStorage.getItem(STORED) ?? '{}') as Partial<View>;
    return { layout: layout === 'row' ? 'row' : 'card', sort: SORTS.find((name) => name === sort) ?? 'newest' };
  } catch {
    return { layout: 'card', sort: 'newest' };
  }
}
