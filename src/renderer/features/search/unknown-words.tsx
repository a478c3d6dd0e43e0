import type { UnknownWord } from '../../../contract/search/search.ts';
import { chipsOf } from '../../../core/query/chips.ts';
import { Button } from '../../ui/controls/button.tsx';
import styles from './query-parts.module.css';
import { useSearchText } from './text.ts';

/** Words that no finding contains, with near spellings to search for instead. */
export function UnknownWords({
  query,
  words,
  onChange,
}: {
  query: string;
  words: readonly UnknownWord[];
  onChange(query: string): void;
}) {
  const t = useSearchText();
  return words.map(({ word, start, end, spellings }) => (
    <div key={start} className={styles.parts} role="status">
      <span className={styles.note}>{t('unknown.one', { word })}</span>
      {spellings.length > 0 && <span className={styles.note}>{t('unknown.spellings')}</span>}
      {spellings.map((spelling) => (
        <Button
          key={spelling}
          size="small"
          aria-label={t('unknown.use', { word: spelling })}
          onClick={() => onChange(query.slice(0, start) + spelling + query.slice(end))}
        >
          <Spelling text={spelling} />
        </Button>
      ))}
    </div>
  ));
}

/** A word, or the name of a speaker or a person. */
function Spelling({ text }: { text: string }) {
  const t = useSearchText();
  const [chip] = chipsOf(text);
  if (!chip) return <bdi>{text}</bdi>;
  return (
    <>
      <span className={styles.field}>{t(`part.${chip.field}`)}</span>
      <bdi>{chip.value}</bdi>
    </>
  );
}
