/** Levels of arrays and objects in JSON from elsewhere; ours has fewer than ten. */
export const MAX_NESTING = 64;

/**
 * Parses JSON from elsewhere. The parser itself takes any depth, but whoever reads the value by recursion, such as
 * `JSON.stringify`, would run out of stack.
 * @throws SyntaxError for other text, RangeError for more than {@link MAX_NESTING} levels
 */
export function parseJson(text: string): unknown {
  const value: unknown = JSON.parse(text);
  requireShallow(value, 0);
  return value;
}

/** Parses JSON from elsewhere; undefined where {@link parseJson} throws. */
export function tryParseJson(text: string): unknown {
  try {
    return parseJson(text);
  } catch {
    return undefined;
  }
}

function requireShallow(value: unknown, level: number): void {
  if (typeof value !== 'object' || value === null) return;
  if (level === MAX_NESTING) throw new RangeError(`JSON with more than ${MAX_NESTING} levels`);
  for (const inner of Object.values(value)) requireShallow(inner, level + 1);
}
