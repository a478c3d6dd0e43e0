import type { Segment } from '../../../contract/analysis/segment.ts';
import { citeFinding } from './citations.ts';

/** A finding that a prompt has given a number, with the label of its video in an answer about several. */
export interface NumberedFinding {
  segment: Segment;
  label?: string;
}

const NUMBERS = String.raw`(?:V\d{1,3}[\s,:]{1,2})?#\d{1,6}(?:(?:(?:[\s,;&–-]|and|und){1,5}#?|#)\d{1,6})*`;

/** Numbers of findings in brackets, as `[#12]`, `**[#3, #4]**`, or `(#5)`, and bare at the end of a statement. */
const REFERENCE = new RegExp(
  [
    String.raw`(?:\*\*)?[[(](?<enclosed>${NUMBERS})[\])](?:\*\*)?`,
    String.raw`(?<![\p{L}\p{N}&#])#(?<bare>\d{1,6})(?=\s{0,2}(?:$|[.,;:!?)\]#\n]))`,
  ].join('|'),
  'gu',
);

/** Beginning of a reference that a later piece of an answer may complete. */
const OPEN_REFERENCE = /(?:\*{0,2}[[(][^\])\n]{0,60}(?:[\])]\*{0,2})?|\*{1,2}|#\d{0,6}\s{0,2})$/;

/** A time that no finding has, which is counted and removed as one that nothing supports. */
const UNKNOWN = '**[00:99]**';

/**
 * Replaces the numbers by which a language model refers to findings by their times, each with the ID of its finding, so
 * that no other finding at that time is cited. Pure.
 * @param findings those of the prompt in the order of their numbers, from 1
 */
export function citeReferences(answer: string, findings: readonly NumberedFinding[]): string {
  return answer.replace(REFERENCE, (...match: unknown[]) => {
    const { enclosed, bare } = match.at(-1) as Record<string, string | undefined>;
    const numbers = (enclosed?.replace(/^V\d+/, '') ?? bare ?? '').match(/\d+/g) ?? [];
    return numbers
      .map((number) => {
        const found = findings[Number(number) - 1];
        return found ? citeFinding(found.segment, found.label) : UNKNOWN;
      })
      .join(' ');
  });
}

/**
 * Returns a receiver of the pieces of an answer, which passes them on with references replaced by times as people read
 * them. What may be the beginning of a reference waits for the next piece; `end` passes on what is left.
 */
export function createReferenceReader(findings: readonly NumberedFinding[], onText: (piece: string) => void) {
  let left = '';
  const send = (text: string): void => {
    const shown = citeReferences(text, findings)
      .replaceAll(UNKNOWN, '')
      .replace(/(\*\*\[[^[\]#]*)#[\w-]+\]/g, '$1]');
    if (shown !== '') onText(shown);
  };
  return {
    push(piece: string): void {
      const text = left + piece;
      left = OPEN_REFERENCE.exec(text)?.[0] ?? '';
      send(text.slice(0, text.length - left.length));
    },
    end(): void {
      send(left);
      left = '';
    },
  };
}
