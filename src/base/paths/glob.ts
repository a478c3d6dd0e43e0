/** Alternatives that the braces of one pattern may have. */
const MAX_ALTERNATIVES = 200;

/** Matches one item, or any number of them. */
type Part<Item> = '*' | ((item: Item) => boolean);

/** Whether a text has characters that a glob gives a meaning. */
export function isGlob(text: string): boolean {
  return /[*?[{]/.test(text);
}

/**
 * Returns a function that matches paths with `/` against a pattern: `*` and `?` within a name, `**` for any folders,
 * `[a-z]`, `[!a-z]`, and `{a,b}`. Names that begin with a dot match only patterns that state it. Matching takes at most
 * time proportional to the product of both lengths.
 * @throws RangeError if braces have more than 200 alternatives
 */
export function createGlob(pattern: string, { ignoresCase = false } = {}): (path: string) => boolean {
  const fold = (text: string) => (ignoresCase ? text.normalize('NFC').toLowerCase() : text.normalize('NFC'));
  const alternatives = expandBraces(fold(pattern)).map((one) =>
    one.split('/').map((segment): Part<string> => (segment === '**' ? '*' : matcher(segment))),
  );
  return (path) => {
    const names = fold(path).split('/');
    return alternatives.some((segments) => matchesAll(segments, names, (name) => !name.startsWith('.')));
  };
}

/**
 * Matches all items in their order, returning to the last wildcard only. Pure.
 * @param isSkippable whether a wildcard takes an item
 */
function matchesAll<Item>(
  parts: readonly Part<Item>[],
  items: readonly Item[],
  isSkippable: (item: Item) => boolean = () => true,
): boolean {
  let [part, item] = [0, 0];
  let wild: { part: number; item: number } | undefined;
  while (item < items.length) {
    const current = parts[part];
    if (current === '*') {
      part++;
      wild = { part, item };
    } else if (current?.(items[item]!)) {
      part++;
      item++;
    } else if (wild && isSkippable(items[wild.item]!)) {
      wild.item++;
      ({ part, item } = wild);
    } else return false;
  }
  return parts.slice(part).every((rest) => rest === '*');
}

function matcher(segment: string): (name: string) => boolean {
  const tokens = globTokens(segment);
  const isDotStated = segment.startsWith('.');
  return (name) => {
    if (name.startsWith('.') && !isDotStated) return false;
    return matchesAll(tokens, [...name]);
  };
}

function globTokens(segment: string): Part<string>[] {
  const tokens: Part<string>[] = [];
  const characters = [...segment];
  for (let at = 0; at < characters.length; at++) {
    const character = characters[at]!;
    if (character === '*') tokens.push('*');
    else if (character === '?') tokens.push(() => true);
    else {
      const end = character === '[' ? characters.indexOf(']', at + 2) : -1;
      if (end === -1) tokens.push((other) => other === character);
      else {
        tokens.push(setOf(characters.slice(at + 1, end)));
        at = end;
      }
    }
  }
  return tokens;
}

/** The characters of a set such as `a-z0` or `!a-z`. */
function setOf(characters: readonly string[]): (character: string) => boolean {
  const isNegated = characters[0] === '!' || characters[0] === '^';
  const body = isNegated ? characters.slice(1) : characters;
  const ranges: [string, string][] = [];
  for (let at = 0; at < body.length; at++) {
    const to = body[at + 1] === '-' ? body[at + 2] : undefined;
    ranges.push([body[at]!, to ?? body[at]!]);
    if (to !== undefined) at += 2;
  }
  return (character) => ranges.some(([from, to]) => character >= from && character <= to) !== isNegated;
}

/** Expands `{a,b}`, also nested; braces without a comma are literal. */
function expandBraces(pattern: string): string[] {
  const open = pattern.indexOf('{');
  const parts: string[] = [];
  let depth = 0;
  let start = open + 1;
  for (let at = open; open !== -1 && at < pattern.length; at++) {
    const character = pattern[at];
    if (character === '{') depth++;
    if (character === ',' && depth === 1) {
      parts.push(pattern.slice(start, at));
      start = at + 1;
    }
    if (character !== '}' || --depth > 0) continue;
    if (parts.length === 0) break;
    parts.push(pattern.slice(start, at));
    const expanded = parts.flatMap((part) => expandBraces(pattern.slice(0, open) + part + pattern.slice(at + 1)));
    if (expanded.length > MAX_ALTERNATIVES) throw new RangeError('The pattern has too many alternatives.');
    return expanded;
  }
  return [pattern];
}
