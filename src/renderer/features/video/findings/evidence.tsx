import type { Segment } from '../../../../contract/analysis/segment.ts';
import { position, useFormats } from '../../../ui/lib/use-formats.ts';
import { useVideoText } from '../text.ts';
import styles from './findings.module.css';
import { type Evidence, parseEvidence } from './parse-evidence.ts';

/** Best evidence of each kind for a brand; the tooltip lists all. */
export function EvidenceNote({ segment: { data } }: { segment: Segment }) {
  const t = useVideoText();
  const formats = useFormats();
  const all = parseEvidence(data?.['evidence']);
  const best = Map.groupBy(
    all.toSorted((a, b) => b.confidence - a.confidence),
    ({ kind }) => kind,
  );
  const evidenceText = ({ kind, text, confidence }: Evidence) =>
    `${t(`evidence.${kind}`, { text: text ?? '' })} ${formats.percent(confidence)}`;
  if (best.size === 0) return null;
  return (
    <span
      className={styles.evidence}
      title={all.map((one) => `${position(one.time, true)}  ${evidenceText(one)}`).join('\n')}
    >
      {[...best.values()].map(([first]) => evidenceText(first!)).join(' · ')}
    </span>
  );
}
