import { useQuery } from '@tanstack/react-query';
import { History } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link } from 'wouter';
import type { QueryValue, ValueField } from '../../../contract/search/search.ts';
import { quoteValue } from '../../../core/query/complete.ts';
import { GERMAN_FIELDS } from '../../../core/query/fields.ts';
import { queries } from '../../api/queries.ts';
import { Button } from '../../ui/controls/button.tsx';
import { useMessages } from '../../ui/lib/messages.ts';
import { openOverlay } from '../../ui/lib/overlays.ts';
import { setPreferences, usePreferences } from '../../ui/lib/preferences.ts';
import { SavedList } from './saved/saved-list.tsx';
import styles from './start.module.css';
import { useSearchText } from './text.ts';

/** Values of a section. */
const MAX_VALUES = 12;
const TYPES = ['said', 'shown', 'sees'] as const;

/** Empty search page: how to search, recent and saved searches, and the contents of the library. */
export function SearchStart({ onSearch }: { onSearch(query: string): void }) {
  const t = useSearchText();
  const messages = useMessages();
  const { language, recentSearches } = usePreferences();
  const fieldName = (field: keyof typeof GERMAN_FIELDS) => (language === 'de' ? GERMAN_FIELDS[field] : field);
  const values = {
    topic: useValues('topic'),
    speaker: useValues('speaker'),
    person: useValues('person'),
    brand: useValues('brand'),
    sees: useValues('sees'),
  };
  const labelOf = (label: string) =>
    messages.segment({ module: 'visualelements' as const, content: label, data: { label } }).data?.label ?? label;
  // Keywords repeat the objects of videos without speech.
  const objects = new Set(values.sees.map(({ value }) => value.toLowerCase()));
  const topics = values.topic.filter(({ value }) => !objects.has(value.toLowerCase()));
  const chips = (field: ValueField) =>
    (field === 'topic' ? topics : values[field]).map(({ value }) => {
      const label = field === 'sees' ? labelOf(value) : value;
      const query = field === 'topic' ? value : `${fieldName(field)}:${quoteValue(label)}`;
      return <Value key={`${field} ${value}`} label={label} onClick={() => onSearch(query)} />;
    });
  return (
    <div className={styles.start}>
      <p className={styles.about}>{t('empty.text')}</p>
      <p className={styles.types}>
        <span>{t('start.hint')}</span>
        {TYPES.map((field) => (
          <span key={field} className={styles.type}>
            <button type="button" className={styles.field} onClick={() => onSearch(`${fieldName(field)}:`)}>
              {fieldName(field)}:
            </button>
            {t(`start.${field}`)}
          </span>
        ))}
      </p>
      {recentSearches.length > 0 && (
        <section className={styles.section} aria-label={t('recent')}>
          <header className={styles.head}>
            <h2 className={styles.title}>{t('recent')}</h2>
            <Button look="quiet" size="small" onClick={() => setPreferences({ recentSearches: [] })}>
              {t('recent.clear')}
            </Button>
          </header>
          <ul className={styles.recent}>
            {recentSearches.map((query) => (
              <li key={query}>
                <button type="button" className={styles.query} onClick={() => onSearch(query)}>
                  <History aria-hidden size={14} strokeWidth={1.75} />
                  <bdi className={styles.text}>{query}</bdi>
                </button>
              </li>
            ))}
          </ul>
        </section>
      )}
      <SavedList />
      <Values
        title={t('topics')}
        action={
          topics.length > 0 && (
            <Link href="/search/topics" className={styles.all}>
              {t('topics.title')}
            </Link>
          )
        }
      >
        {chips('topic')}
      </Values>
      <Values title={t('names')}>{[...chips('person'), ...chips('speaker')]}</Values>
      <Values title={t('brands')}>{chips('brand')}</Values>
      <Values
        title={t('objects')}
        action={
          <Button look="quiet" size="small" onClick={() => openOverlay({ kind: 'seen' })}>
            {t('seen.title')}
          </Button>
        }
      >
        {chips('sees')}
      </Values>
    </div>
  );
}

function useValues(field: ValueField): readonly QueryValue[] {
  const { data = [] } = useQuery(queries.queryValues(field));
  return data.slice(0, MAX_VALUES);
}

/** A section that the library has values for. */
function Values({ title, action, children }: { title: string; action?: ReactNode; children: readonly ReactNode[] }) {
  if (children.length === 0 && !action) return null;
  return (
    <section className={styles.section} aria-label={title}>
      <header className={styles.head}>
        <h2 className={styles.title}>{title}</h2>
        {action}
      </header>
      <ul className={styles.values}>{children}</ul>
    </section>
  );
}

function Value({ label, onClick }: { label: string; onClick(): void }) {
  return (
    <li className={styles.item}>
      <button type="button" className={styles.value} onClick={onClick}>
        <bdi className={styles.text}>{label}</bdi>
      </button>
    </li>
  );
}
