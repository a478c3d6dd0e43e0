import type { CheckEvidence } from '../../contract/evidence/checks.ts';

/**
 * The words in which a passage and its source differ, in one line; empty without any. Pure.
 * @param quoted puts words in the quotation marks of a language
 */
export function differenceText(
  differences: CheckEvidence['differences'],
  quoted = (text: string): string => `“${text}”`,
): string {
  return differences.map(({ quote, finding }) => `${quoted(quote || '–')} ≠ ${quoted(finding || '–')}`).join(', ');
}
