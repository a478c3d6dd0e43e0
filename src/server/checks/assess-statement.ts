import type { TextClaim } from '../../core/claims/claims.ts';
import { type Assessment, located, writtenOf } from './assessment.ts';
import { matchStatement, type StatementMatch } from './match-statement.ts';
import { qualificationOf } from './qualifiers.ts';
import type { Source } from './sources.ts';
import { readStatement } from './statement.ts';

/** Verdicts on a statement by the sentences of sources that are about the same. Pure. */
export function* statementAssessments(claim: TextClaim, sources: readonly Source[]): Generator<Assessment, void> {
  const statement = readStatement(claim.text);
  if (statement.content.length === 0) return;
  for (const source of sources) {
    for (const found of source.sentences) {
      const match = matchStatement(statement, found);
      if (match.isSame || match.isNear) yield ofStatement(claim, match, found, source);
    }
  }
}

function ofStatement(
  claim: TextClaim,
  match: StatementMatch,
  range: { start: number; end: number },
  source: Source,
): Assessment {
  const isSpoken = source.module === 'transcription';
  const found = match.isSame ? (isSpoken ? 'said_so' : 'shown_on_screen') : undefined;
  const stated = { start: range.start + match.start, end: range.start + match.end };
  const denied =
    found === 'said_so' ? qualificationOf(source.text, stated, `${claim.around} ${claim.text}`) : undefined;
  const missing = match.omitted || denied?.words || null;
  const verdict = missing ? 'out_of_context' : (found ?? 'said_otherwise');
  const place = located(source, range, writtenOf(source, range));
  return {
    ...place,
    verdict,
    similarity: match.share,
    match,
    corrected: verdict === 'said_otherwise' ? match.corrected : null,
    evidence: { ...place.evidence, differences: match.isSame ? [] : match.differences, missing },
  };
}
