import type { CheckEvidence } from '../../contract/evidence/checks.ts';

/** The words in which a passage and its source differ, in one line; empty without any. Pure. */
export function differenceText(differences: CheckEvidence['differences']): string {
  return differences.map(({ quote, finding }) => `“${quote || '–'}” ≠ “${finding || '–'}”`).join(', ');
}
