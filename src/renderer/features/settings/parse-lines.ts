/** Splits a text into trimmed, unique, non-empty lines, ignoring case. */
export function parseLines(text: string): string[] {
  const words = new Map<string, string>();
  for (const line of text.split('\n')) {
    const word = line.replace(/\s+/g, ' ').trim();
    const key = word.toLowerCase();
    if (word !== '' && !words.has(key)) words.set(key, word);
  }
  return [...words.values()];
}
