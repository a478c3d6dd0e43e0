import { foldText } from '../../../../base/text-fold.ts';
import { wordsOf } from '../../../ui/lib/mark-words.ts';

interface Named {
  label: string;
  group: string;
  words?: string;
}

/** Points of a typed word, by how it matches a word of the command. */
const BEGINS_LABEL = 4;
const INSIDE_LABEL = 2;
const BEGINS_OTHER = 2;
const LETTERS_IN_ORDER = 1;
/** Shortest typed word whose letters may be spread over a word, as `exprt` for `export`. */
const MIN_SPREAD_LENGTH = 3;

/**
 * Commands in which every typed word is found, best first; words may be shortened (`exp find`) or lack letters.
 * The order of equal ones is kept.
 */
export function matchCommands<Each extends Named>(commands: readonly Each[], text: string): Each[] {
  const typed = wordsOf(text);
  if (typed.length === 0) return [...commands];
  const scored = commands.flatMap((command) => {
    const label = wordsOf(command.label);
    const others = wordsOf(`${command.words ?? ''} ${command.group}`);
    const points = typed.map((word) => pointsOf(word, label, others));
    if (points.includes(0)) return [];
    return [{ command, points: points.reduce((sum, each) => sum + each, beginsWith(command.label, text) ? 1 : 0) }];
  });
  return scored.sort((a, b) => b.points - a.points).map(({ command }) => command);
}

/** Whether a name begins with a typed text, ignoring case and accents. */
export function beginsWith(name: string, text: string): boolean {
  const typed = foldText(text.trim());
  return typed !== '' && foldText(name).startsWith(typed);
}

function pointsOf(word: string, label: readonly string[], others: readonly string[]): number {
  if (label.some((each) => each.startsWith(word))) return BEGINS_LABEL;
  if (label.some((each) => each.includes(word))) return INSIDE_LABEL;
  if (others.some((each) => each.startsWith(word))) return BEGINS_OTHER;
  const isSpread = word.length >= MIN_SPREAD_LENGTH && label.some((each) => hasInOrder(each, word));
  return isSpread ? LETTERS_IN_ORDER : 0;
}

/** Whether a word begins with the first letter of another and has the rest of its letters in order. */
function hasInOrder(word: string, letters: string): boolean {
  if (word[0] !== letters[0]) return false;
  let at = 0;
  for (const letter of letters) {
    at = word.indexOf(letter, at) + 1;
    if (at === 0) return false;
  }
  return true;
}
