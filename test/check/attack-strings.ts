import { type AST, RegExpParser } from '@eslint-community/regexpp';

/** Characters that stand for a class, tried in this order. */
const CANDIDATES = [...' a0A.-_:/[("“„<\n\t,é\u0301\u4e2d\ufffd♪*#`\\+=\u0000'];
/** Ends no match that has begun: ends a line, is neither space nor letter, and then a letter. */
const TAIL = '\n\u0001x';
/** Elements after a repetition that are pumped with it. */
const FOLLOWING_ELEMENTS = 6;
/** Samples per part of a pattern; their product is tried. */
const SAMPLES = 3;

/**
 * Texts of `length` characters that make a backtracking engine work hard on a pattern: for each repetition, what leads
 * to it, and what it repeats, pumped in several ways and followed by something that does not match. Empty for a pattern
 * without unbounded repetition.
 */
export function attackStrings(source: string, flags: string, length: number): string[] {
  const pattern = new RegExpParser().parsePattern(source, undefined, undefined, {
    unicode: flags.includes('u'),
    unicodeSets: flags.includes('v'),
  });
  const texts = new Set<string>();
  for (const { prefixes, repeated } of repetitions(pattern, flags)) {
    for (const inner of repeated) {
      for (const prefix of prefixes) {
        for (const pump of new Set([inner, prefix + inner, `${prefix + inner} `, `${prefix} `, prefix])) {
          if (pump === '') continue;
          const many = pump.repeat(Math.ceil(length / pump.length));
          const head = pump === inner ? prefix : '';
          texts.add(head + many + TAIL).add(`x${head}${many}${TAIL}`);
        }
      }
    }
  }
  return [...texts];
}

interface Repetition {
  /** Shortest texts that lead to the repetition. */
  prefixes: string[];
  repeated: string[];
}

function repetitions(pattern: AST.Pattern, flags: string): Repetition[] {
  const found: Repetition[] = [];
  const inAlternatives = (alternatives: readonly AST.Alternative[], prefixes: string[]): void => {
    for (const { elements } of alternatives) {
      let before = prefixes;
      for (const [index, element] of elements.entries()) {
        const rest = elements.slice(index + 1, index + 1 + FOLLOWING_ELEMENTS);
        const following = rest.length > 0 ? sequence(rest, flags) : [];
        inElement(element, before, following);
        before = joined(before, element.type === 'Assertion' ? lookedFor(element) : samplesOf(element, flags));
      }
    }
  };
  /** Samples of a positive look-around. */
  const lookedFor = (assertion: AST.Assertion): string[] =>
    'alternatives' in assertion && !assertion.negate
      ? ['', ...assertion.alternatives.flatMap(({ elements }) => elements.flatMap((part) => samplesOf(part, flags)))]
      : [''];
  const inElement = (element: AST.Element, prefixes: string[], following: string[]): void => {
    if (element.type === 'Quantifier') {
      const repeated = samplesOf(element.element, flags);
      if (element.max > 100) found.push({ prefixes, repeated: [...repeated, ...joined(repeated, following)] });
      inElement(element.element, prefixes, following);
    } else if ('alternatives' in element) {
      inAlternatives(element.alternatives, prefixes);
    }
  };
  inAlternatives(pattern.alternatives, ['']);
  return found;
}

/** Some short texts that an element matches. */
function samplesOf(element: AST.Element, flags: string): string[] {
  switch (element.type) {
    case 'Character':
      return [String.fromCodePoint(element.value)];
    case 'CharacterSet':
    case 'CharacterClass':
    case 'ExpressionCharacterClass': {
      const matches = new RegExp(`^(?:${element.raw})$`, flags.replace(/[gy]/g, ''));
      return CANDIDATES.filter((character) => matches.test(character)).slice(0, SAMPLES);
    }
    case 'Quantifier': {
      const once = samplesOf(element.element, flags).map((text) => text.repeat(Math.max(1, element.min)));
      return element.min === 0 ? ['', ...once].slice(0, SAMPLES) : once;
    }
    case 'Group':
    case 'CapturingGroup':
      return element.alternatives
        .flatMap(({ elements }) => sequence(elements, flags).slice(0, SAMPLES))
        .slice(0, 2 * SAMPLES);
    default:
      // Assertions match no text; a back reference repeats what a group matched, most shortly nothing.
      return [''];
  }
}

/** Some short texts that elements match in sequence. */
function sequence(elements: readonly AST.Element[], flags: string): string[] {
  return elements.reduce((texts, part) => joined(texts, samplesOf(part, flags)), ['']);
}

function joined(heads: readonly string[], tails: readonly string[]): string[] {
  return heads.flatMap((head) => tails.map((tail) => head + tail)).slice(0, 2 * SAMPLES);
}
