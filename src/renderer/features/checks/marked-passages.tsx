import { Fragment } from 'react';
import type { CheckedPassage } from '../../../contract/evidence/checks.ts';
import { cx } from '../../ui/lib/classes.ts';
import styles from './marked-passages.module.css';
import { useChecksText } from './text.ts';
import { VERDICT_ICONS } from './verdicts.ts';

/** A text whose passages have the color, underline, and icon of their verdicts. */
export function MarkedPassages({
  text,
  passages,
  selected,
  onSelect,
}: {
  text: string;
  passages: readonly CheckedPassage[];
  selected: number | null;
  onSelect(index: number): void;
}) {
  const t = useChecksText();
  let at = 0;
  return (
    <div className={styles.text} dir="auto">
      {passages.map(({ start, end, verdict }, i) => {
        const Icon = VERDICT_ICONS[verdict];
        const before = text.slice(at, start);
        const from = Math.max(at, start);
        at = Math.max(at, end);
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: passages stay in their order
          <Fragment key={i}>
            {before}
            {/* biome-ignore lint/a11y/useSemanticElements: a button is one box, which doesn't break into lines */}
            <span
              role="button"
              tabIndex={0}
              id={`check-text-${i}`}
              aria-pressed={selected === i}
              title={t(`verdict.${verdict}`)}
              className={cx(styles.passage, styles[verdict])}
              onClick={() => onSelect(i)}
              onKeyDown={(event) => {
                if (event.key !== 'Enter' && event.key !== ' ') return;
                event.preventDefault();
                onSelect(i);
              }}
            >
              <Icon aria-hidden size={13} strokeWidth={2} className={styles.icon} />
              <span className="visually-hidden">{t(`verdict.${verdict}`)}: </span>
              {text.slice(from, end)}
            </span>
          </Fragment>
        );
      })}
      {text.slice(at)}
    </div>
  );
}
