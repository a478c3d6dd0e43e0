const RIGHT_TO_LEFT = /[\p{Script=Arabic}\p{Script=Hebrew}]/u;
const LETTER = /\p{L}/gu;

/** Whether a text is read from right to left: most of its letters are. */
export function isRightToLeft(text: string): boolean {
  const letters = text.match(LETTER) ?? [];
  return letters.filter((letter) => RIGHT_TO_LEFT.test(letter)).length > letters.length / 2;
}
