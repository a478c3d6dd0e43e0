import { useQuery } from '@tanstack/react-query';
import { X } from 'lucide-react';
import type { LocalizedText } from '../../../contract/message.ts';
import { chipsOf, type QueryChip, withoutChip } from '../../../core/query/chips.ts';
import { readQuestion } from '../../../core/query/natural.ts';
import { queries } from '../../api/queries.ts';
import { Button } from '../../ui/controls/button.tsx';
import { cx } from '../../ui/lib/classes.ts';
import { useMessages } from '../../ui/lib/messages.ts';
import styles from './query-parts.module.css';
import { useSearchText } from './text.ts';

/** The parts of the query with a field, which can be edited and removed; or those that a question stands for. */
export function QueryParts({
  query,
  hints,
  onChange,
  onEdit,
}: {
  query: string;
  hints: readonly LocalizedText[];
  onChange(query: string): void;
  /** Selects a part in the field. */
  onEdit(part: QueryChip): void;
}) {
  const t = useSearchText();
  const messages = useMessages();
  const chips = chipsOf(query);
  const { data: people = [] } = useQuery({ ...queries.queryValues('person'), enabled: chips.length === 0 });
  const names = people.map(({ value }) => value);
  const suggestion = chips.length === 0 ? readQuestion(query, names) : null;
  // Two open parentheses are the same hint.
  const distinct = new Map(hints.map((hint) => [hint.message, hint]));
  if (chips.length === 0 && suggestion === null && hints.length === 0) return null;
  return (
    <>
      {suggestion !== null && (
        <div className={styles.parts}>
          <span className={styles.note}>{t('meant')}</span>
          {chipsOf(suggestion).map((chip) => (
            <span key={chip.start} className={cx(styles.part, styles.fixed)}>
              <PartText chip={chip} />
            </span>
          ))}
          <Button size="small" onClick={() => onChange(suggestion)}>
            {t('meant.use')}
          </Button>
        </div>
      )}
      {chips.length > 0 && (
        <ul className={styles.parts} aria-label={t('parts')}>
          {chips.map((chip) => (
            <li key={chip.start} className={styles.part}>
              <button type="button" className={styles.text} onClick={() => onEdit(chip)}>
                <PartText chip={chip} />
              </button>
              <button
                type="button"
                className={styles.remove}
                aria-label={t('parts.remove', { part: query.slice(chip.start, chip.end) })}
                onClick={() => onChange(withoutChip(query, chip))}
              >
                <X aria-hidden size={12} strokeWidth={2} />
              </button>
            </li>
          ))}
        </ul>
      )}
      {[...distinct.values()].map((hint) => (
        <p key={hint.message} role="status" className={styles.hint}>
          {messages.text(hint.text, hint.message)}
        </p>
      ))}
    </>
  );
}

function PartText({ chip: { field, value, isNegated } }: { chip: QueryChip }) {
  const t = useSearchText();
  const name = t(`part.${field}`);
  return (
    <>
      <span className={styles.field}>{isNegated ? t('part.not', { name }) : name}</span>
      <bdi>{value}</bdi>
    </>
  );
}
