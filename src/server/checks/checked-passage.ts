import type { CheckEvidence, CheckedPassage } from '../../contract/evidence/checks.ts';
import type { TextClaim } from '../../core/claims/claims.ts';
import { sentence } from '../../core/texts/sentence.ts';
import type { Assessment } from './assessment.ts';

/** Returns a claim of a text with its verdict, its source, and its correction. Pure. */
export function toPassage(
  text: string,
  claim: TextClaim,
  assessment: Assessment | undefined,
  {
    ids,
    names,
    isTranscribed,
  }: {
    ids: ReadonlyMap<string, string | undefined>;
    names: ReadonlyMap<string, string>;
    isTranscribed: boolean;
  },
): CheckedPassage {
  const verdict = assessment?.verdict ?? (isTranscribed ? 'not_in_library' : 'not_transcribed');
  const { message, text: message_text } = sentence(`check.${verdict}`);
  const { start, end, kind, sayer } = claim;
  const evidenceOf = (one: Assessment | undefined): CheckEvidence | null =>
    one
      ? {
          job_id: one.source.jobId,
          video_name: names.get(one.source.jobId) ?? '',
          module: one.source.module,
          segment_ids: one.segments.map(({ id }) => id),
          citations: one.segments.flatMap(({ id }) => ids.get(id) ?? []),
          ...one.evidence,
        }
      : null;
  return {
    kind,
    start,
    end,
    text: text.slice(start, end),
    attributed_to: sayer,
    verdict,
    message,
    ...(message_text && { message_text }),
    evidence: evidenceOf(assessment),
    counter_evidence: evidenceOf(assessment?.counter),
    suggestion: assessment ? suggestionOf(text, claim, assessment) : null,
  };
}

/** Correction of a text: the words of the source, or the name of the speaker. */
function suggestionOf(text: string, claim: TextClaim, assessment: Assessment): CheckedPassage['suggestion'] {
  const { start, end, sayer } = claim;
  const { corrected, verdict, evidence } = assessment;
  if (verdict === 'other_speaker') {
    if (sayer === null || evidence.speaker === null) return null;
    const behind = text.indexOf(sayer, end);
    const before = text.lastIndexOf(sayer, start);
    const at = behind >= 0 && (before < 0 || behind - end < start - before - sayer.length) ? behind : before;
    return at < 0 ? null : { start: at, end: at + sayer.length, text: evidence.speaker };
  }
  return corrected === null || corrected === text.slice(start, end) ? null : { start, end, text: corrected };
}
