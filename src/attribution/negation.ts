const NEGATION =
  /(?<!\p{L})(?:not|no|nobody|none|never|neither|nor|nothing|without|cannot|\p{L}+n['’]t|nicht|kein(?:e[nmrs]?)?|niemand(?:e[nm])?|nie|niemals|nichts|ohne|weder)(?!\p{L})/giu;

/** Words of a text that negate, such as `not` or `nobody`, with their places. */
export function negationsIn(text: string): { word: string; index: number }[] {
  return [...text.matchAll(NEGATION)].map(({ 0: word, index }) => ({ word, index }));
}

/** Whether a statement is negated. */
export function isNegative(text: string): boolean {
  return negationsIn(text).length % 2 === 1;
}
