import { FileSearch } from 'lucide-react';
import { useState } from 'react';
import { CHECK_VERDICTS, type CheckedText, type CheckVerdict } from '../../../contract/evidence/checks.ts';
import { Select } from '../../ui/controls/select.tsx';
import { Notice } from '../../ui/feedback/notice.tsx';
import { EmptyState } from '../../ui/feedback/states.tsx';
import { useMessages } from '../../ui/lib/messages.ts';
import { CheckLimits } from './check-limits.tsx';
import styles from './page.module.css';
import { PassageCard } from './passage-card.tsx';
import { useChecksText } from './text.ts';

/** Passages of a text with their verdicts and sources, in its order. */
export function PassageList({
  checked,
  selected,
  onSelect,
  onAccept,
}: {
  checked: CheckedText;
  selected: number | null;
  onSelect(index: number): void;
  onAccept(index: number): void;
}) {
  const t = useChecksText();
  const [filter, setFilter] = useState<CheckVerdict | 'all'>('all');
  const messages = useMessages();
  const { passages, not_transcribed, limits, fallback } = checked;
  if (passages.length === 0)
    return (
      <aside className={styles.side} aria-label={t('list')}>
        <EmptyState icon={FileSearch} title={t('none.title')} text={t('none.text')} />
      </aside>
    );
  const counts = CHECK_VERDICTS.flatMap((verdict) => {
    const count = passages.filter((one) => one.verdict === verdict).length;
    return count > 0 ? [{ value: verdict, label: `${t(`verdict.${verdict}`)} (${count})` }] : [];
  });
  // A correction may have been the last passage of its verdict.
  const shown = counts.some(({ value }) => value === filter) ? filter : 'all';
  return (
    <aside className={styles.side} aria-label={t('list')}>
      <div className={styles.filter}>
        <span>{t('count', { count: passages.length })}</span>
        <Select<CheckVerdict | 'all'>
          label={t('list')}
          hideLabel
          value={shown}
          options={[{ value: 'all' as const, label: t('filter.all') }, ...counts]}
          onChange={setFilter}
        />
      </div>
      {fallback && (
        <p className={styles.note}>{t('fallback', { reason: messages.text(fallback.text, fallback.message) })}</p>
      )}
      {checked.videos === 0 && <Notice tone="warn">{t('no-videos')}</Notice>}
      <CheckLimits not_transcribed={not_transcribed} limits={limits} />
      <ol className={styles.list}>
        {passages.map((passage, i) =>
          shown === 'all' || passage.verdict === shown ? (
            // biome-ignore lint/suspicious/noArrayIndexKey: passages stay in their order
            <li key={i} id={`check-list-${i}`}>
              <PassageCard
                passage={passage}
                isSelected={selected === i}
                onSelect={() => onSelect(i)}
                onAccept={() => onAccept(i)}
              />
            </li>
          ) : null,
        )}
      </ol>
    </aside>
  );
}
