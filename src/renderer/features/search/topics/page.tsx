import { useQuery } from '@tanstack/react-query';
import { Tags } from 'lucide-react';
import { useState } from 'react';
import { Link } from 'wouter';
import { queries } from '../../../api/queries.ts';
import { SearchBox } from '../../../ui/controls/input.tsx';
import { EmptyState, ErrorState, Skeleton } from '../../../ui/feedback/states.tsx';
import { Page } from '../../../ui/layout/page.tsx';
import { usePreferences } from '../../../ui/lib/preferences.ts';
import { searchHref } from '../filters/scope.ts';
import { useSearchText } from '../text.ts';
import styles from './page.module.css';
import { entriesOf, SECTIONS, type TopicEntry } from './topic-entries.ts';

/** Topics of all videos, and the persons, places, and organizations that they name; each leads to its moments. */
export function TopicsPage() {
  const t = useSearchText();
  const language = usePreferences((preferences) => preferences.language);
  const [filter, setFilter] = useState('');
  const lists = {
    topic: useQuery(queries.queryValues('topic')),
    speaker: useQuery(queries.queryValues('speaker')),
    person: useQuery(queries.queryValues('person')),
    brand: useQuery(queries.queryValues('brand')),
    sees: useQuery(queries.queryValues('sees')),
  };
  const all = Object.values(lists);
  const failed = all.find(({ error }) => error !== null);
  const isLoading = all.some(({ data }) => data === undefined);

  const content = () => {
    if (failed?.error) return <ErrorState error={failed.error} onRetry={() => failed.refetch()} />;
    if (isLoading) return <TopicsSkeleton />;
    const { topic, speaker, person, brand, sees } = lists;
    const entries = entriesOf(
      {
        topic: topic.data ?? [],
        speaker: speaker.data ?? [],
        person: person.data ?? [],
        brand: brand.data ?? [],
        sees: sees.data ?? [],
      },
      language,
    );
    if (SECTIONS.every((section) => entries[section].length === 0))
      return <EmptyState icon={Tags} title={t('topics.none')} text={t('topics.none.text')} />;
    const text = filter.trim().toLocaleLowerCase();
    const shown = SECTIONS.flatMap((section) => {
      const list = entries[section].filter(({ label }) => label.toLocaleLowerCase().includes(text));
      return list.length > 0 ? [{ section, list }] : [];
    });
    return (
      <>
        <SearchBox
          className={styles.filter ?? ''}
          label={t('topics.filter')}
          clearLabel={t('topics.filter.clear')}
          value={filter}
          onChange={setFilter}
        />
        {shown.length === 0 && <p className={styles.nothing}>{t('topics.noMatch')}</p>}
        <div className={styles.sections}>
          {shown.map(({ section, list }) => (
            <Section key={section} title={t(`topics.${section}`)} list={list} />
          ))}
        </div>
      </>
    );
  };
  return (
    <Page title={t('topics.title')} trail={[{ label: t('title'), href: '/search' }]}>
      <div className={styles.page}>{content()}</div>
    </Page>
  );
}

function Section({ title, list }: { title: string; list: readonly TopicEntry[] }) {
  const t = useSearchText();
  return (
    <section className={styles.section} aria-label={title}>
      <h2 className={styles.heading}>{title}</h2>
      <ul>
        {list.map(({ label, query, count, unit }) => (
          <li key={query}>
            <Link href={searchHref(query, {})} className={styles.entry}>
              <bdi className={styles.label} title={label}>
                {label}
              </bdi>
              <span className={styles.count}>{t(unit, { count })}</span>
            </Link>
          </li>
        ))}
      </ul>
    </section>
  );
}

function TopicsSkeleton() {
  return (
    <div className={styles.sections}>
      {SECTIONS.map((section) => (
        <Skeleton key={section} className={styles.skeleton} />
      ))}
    </div>
  );
}
