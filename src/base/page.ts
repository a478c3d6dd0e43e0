import { foldText } from './text-fold.ts';

/**
 * Place of an item in a sorted list: the value that it is sorted by, and its id, which decides between equal values.
 */
export type Position = readonly [value: string | number | null, id: string | number];

/** Which part of a list to return. */
export interface PageRequest {
  /** Maximum number of items; Infinity for all. */
  limit: number;
  /** Field, with `-` before it for descending order; undefined for the list's own order. */
  sort: string | undefined;
  /** Position of the last item of the page before. */
  after: Position | undefined;
  /** Folded words that the names of an item must contain. */
  words: readonly string[];
  /** Called with the position of the page's last item if more follow. */
  onMore(last: Position): void;
}

/** Properties that a list in memory is sorted and filtered by. */
export interface ListShape<Item> {
  id: keyof Item;
  /** Texts that `words` are looked up in. */
  names: readonly (keyof Item)[];
  /** Its own order, such as `-created_at`; undefined if it is fixed, as that of a catalog. */
  own?: string;
}

/** Splits `-name` into the field and its direction. */
export function readSort(sort: string): { field: string; isDescending: boolean } {
  return sort.startsWith('-') ? { field: sort.slice(1), isDescending: true } : { field: sort, isDescending: false };
}

/** Words of a filter, folded as the names that they are looked up in. */
export function filterWords(text: string): string[] {
  return foldText(text).split(/\s+/).filter(Boolean);
}

/**
 * Returns a page of a list in memory; without a request, the list as it is. A page continues after a position, not
 * after a count, so that items that come or go meanwhile are neither repeated nor skipped. Pure.
 */
export function pageItems<Item extends object>(
  items: readonly Item[],
  shape: ListShape<Item>,
  page: PageRequest,
): Item[] {
  const sort = page.sort ?? shape.own;
  const found = items.flatMap((item, index) => (hasWords(item, shape, page.words) ? [{ item, index }] : []));
  const positionOf = ({ item, index }: (typeof found)[number]): Position => [
    sort === undefined ? index : sortValue(item[readSort(sort).field as keyof Item]),
    item[shape.id] as string | number,
  ];
  const placed = found.map((each) => ({ item: each.item, position: positionOf(each) }));
  const sign = sort !== undefined && readSort(sort).isDescending ? -1 : 1;
  if (sort !== undefined) placed.sort((a, b) => sign * compare(a.position, b.position));
  const { after } = page;
  const isPast = ({ position }: (typeof placed)[number]) => sign * compare(position, after!) > 0;
  // In a fixed order, the last item is found by its id: its index may have changed.
  const last = sort === undefined && after ? placed.findIndex(({ position }) => position[1] === after[1]) : -1;
  const rest = last >= 0 ? placed.slice(last + 1) : after ? placed.filter(isPast) : placed;
  const chosen = rest.slice(0, page.limit);
  if (rest.length > chosen.length) page.onMore(chosen.at(-1)!.position);
  return chosen.map(({ item }) => item);
}

function hasWords<Item>(item: Item, { names }: ListShape<Item>, words: readonly string[]): boolean {
  if (words.length === 0) return true;
  const text = foldText(names.map((name) => item[name] ?? '').join('\n'));
  return words.every((word) => text.includes(word));
}

function sortValue(value: unknown): string | number | null {
  if (value === null || value === undefined) return null;
  return typeof value === 'number' ? value : typeof value === 'boolean' ? Number(value) : foldText(String(value));
}

/** Null comes first; ids that are numbers in text compare as numbers. */
function compare([value, id]: Position, [otherValue, otherId]: Position): number {
  const areNumbers = /^\d+$/.test(String(id)) && /^\d+$/.test(String(otherId));
  return (
    compareValues(value, otherValue) ||
    (areNumbers ? Number(id) - Number(otherId) : compareValues(String(id), String(otherId)))
  );
}

function compareValues(a: string | number | null, b: string | number | null): number {
  if (a === b) return 0;
  if (a === null || b === null) return a === null ? -1 : 1;
  return a < b ? -1 : 1;
}
