const NEGATION =
  /(?<!\p{L})(?:not|no|nobody|none|never|neither|nor|nothing|without|cannot|\p{L}+n['’]t|nicht|kein(?:e[nmrs]?)?|niemand(?:e[nm])?|nie|niemals|nichts|ohne|weder)(?!\p{L})/giu;

/** Whether a statement is negated. */
export function isNegative(text: string): boolean {
  return (text.match(NEGATION)?.length ?? 0) % 2 === 1;
}
