/**
 * Yields the results of `work` in the order of the items, with at most `limit` of them under way. Work that is under
 * way is not waited for when the caller stops early. @throws whatever `work` throws, at the place of its item
 */
export async function* mapConcurrently<Item, Result>(
  items: readonly Item[],
  limit: number,
  work: (item: Item) => Promise<Result>,
): AsyncGenerator<Result> {
  const running: Promise<Result>[] = [];
  for (let next = 0; next < items.length || running.length > 0; ) {
    while (next < items.length && running.length < limit) {
      const result = work(items[next++]!);
      // Reported at its turn.
      result.catch(() => {});
      running.push(result);
    }
    yield await running.shift()!;
  }
}
