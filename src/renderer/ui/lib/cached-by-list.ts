/**
 * Caches what a function computes from a list as long as the list exists. React keeps nothing of a render that it
 * interrupts, so on a page whose data arrives in pieces, `useMemo` alone computes the same several times.
 * @param compute pure; the list is not changed afterwards
 */
export function cachedByList<Item, Result>(
  compute: (list: readonly Item[]) => Result,
): (list: readonly Item[]) => Result {
  const results = new WeakMap<readonly Item[], { result: Result }>();
  return (list) => {
    let known = results.get(list);
    if (!known) {
      known = { result: compute(list) };
      results.set(list, known);
    }
    return known.result;
  };
}
