const ARTICLES: ReadonlySet<string> = new Set(['a', 'an', 'the', 'its', 'your']);

/**
 * Name of an operation that has none of its own, in lower camel case: from the first clause of its summary, or else
 * from method and path. Adds it to `used`.
 */
export function operationId(summary: string, method: string, path: string, used: Set<string>): string {
  const [clause = ''] = summary.replace(/[’']s\b/g, '').split(/[(;,]/, 1);
  const words = clause.match(/[A-Za-z0-9]+/g) ?? [];
  const name = camelCase(words.filter((word) => !ARTICLES.has(word.toLowerCase())));
  const unique = used.has(name) || name === '' ? camelCase([method, ...(path.match(/[A-Za-z0-9]+/g) ?? [])]) : name;
  used.add(unique);
  return unique;
}

function camelCase(words: readonly string[]): string {
  return words
    .map((word) => word.toLowerCase())
    .map((word, i) => (i === 0 ? word : word.charAt(0).toUpperCase() + word.slice(1)))
    .join('');
}
