import { createBearing } from '../../../attribution/bearing.ts';
import { contentWords } from '../../../attribution/content-words.ts';
import { isNegative } from '../../../attribution/negation.ts';
import { createTextComparison } from '../../../attribution/text-comparison.ts';
import type { ModuleFinding } from '../../../models/language/compress.ts';
import type { Embed } from './sentence-encoder.ts';

/** Findings that bear one statement together at most, as in answers. */
const MAX_BEARING = 3;
/** Different words of findings up to which words of a like meaning count; embedding so many takes two seconds. */
const MAX_COMPARED = 3000;

/**
 * Returns the findings that bear each statement of a language model; none for one that they don’t bear.
 * @param findings in time order @param embed null to compare words by their letters alone
 */
export async function findSupport(
  statements: readonly string[],
  findings: readonly ModuleFinding[],
  embed: Embed | null,
): Promise<(readonly ModuleFinding[])[]> {
  const words = statements.flatMap((statement) => contentWords(statement).map(({ word }) => word));
  const known = new Set(findings.flatMap(({ content }) => contentWords(content).map(({ word }) => word)));
  const canEmbed = embed !== null && known.size <= MAX_COMPARED;
  const comparison = createTextComparison(
    canEmbed ? async (texts) => ({ model: 'bundled', vectors: await embed(texts) }) : undefined,
  );
  const bearing = await createBearing({ findings, words, compareWords: comparison.words });
  return statements.map(
    (statement) => bearing.bears(statement, { isNegated: isNegative(statement), limit: MAX_BEARING }).findings,
  );
}
