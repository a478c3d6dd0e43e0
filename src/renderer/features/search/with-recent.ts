const MAX_RECENT = 8;

/** Adds a query in front, without beginnings of it that were searched for while it was typed. Pure. */
export function withRecent(recent: readonly string[], query: string): string[] {
  const isEarlier = (one: string) => query.toLowerCase().startsWith(one.toLowerCase());
  return [query, ...recent.filter((one) => !isEarlier(one))].slice(0, MAX_RECENT);
}
