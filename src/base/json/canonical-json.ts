/**
 * Serializes a JSON value in its canonical form: keys in the order of their UTF-16 units, no whitespace, numbers and
 * strings as JSON.stringify writes them (RFC 8785). Equal values give equal text, whatever wrote them. Properties
 * without a JSON value are omitted.
 */
export function canonicalJson(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map((item) => canonicalJson(item ?? null)).join(',')}]`;
  if (value === null || typeof value !== 'object') return JSON.stringify(value);
  const members = Object.entries(value)
    .filter(([, member]) => member !== undefined)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([key, member]) => `${JSON.stringify(key)}:${canonicalJson(member)}`);
  return `{${members.join(',')}}`;
}
