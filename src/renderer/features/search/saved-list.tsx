import { useQuery } from '@tanstack/react-query';
import { Bookmark, Trash2 } from 'lucide-react';
import { Link } from 'wouter';
import type { SavedSearch } from '../../../contract/saved-searches.ts';
import { api } from '../../api/endpoints.ts';
import { queries } from '../../api/queries.ts';
import { invalidate } from '../../api/query-client.ts';
import { IconButton } from '../../ui/controls/button.tsx';
import { toast } from '../../ui/feedback/toast.tsx';
import { errorText } from '../../ui/lib/messages.ts';
import styles from './saved-list.module.css';
import { searchHref } from './scope.ts';
import { useSearchText } from './text.ts';

/** Saved searches below the empty search field. */
export function SavedList() {
  const t = useSearchText();
  const { data: saved = [] } = useQuery(queries.savedSearches);
  if (saved.length === 0) return null;
  const remove = async ({ id, name, query, filters }: SavedSearch) => {
    try {
      await api.savedSearches.remove(id);
      invalidate(queries.savedSearches.queryKey);
      const putBack = async () => {
        await api.savedSearches.create({ name, query, filters });
        invalidate(queries.savedSearches.queryKey);
      };
      toast(t('saved.removed'), {
        action: {
          label: t('undo'),
          run: () => void putBack().catch((error: unknown) => toast(errorText(error), { tone: 'bad' })),
        },
      });
    } catch (error) {
      toast(errorText(error), { tone: 'bad' });
    }
  };
  return (
    <section className={styles.section} aria-label={t('saved')}>
      <h2 className={styles.title}>{t('saved')}</h2>
      <ul className={styles.list}>
        {saved.map((search) => (
          <li key={search.id} className={styles.item}>
            <Link href={searchHref(search.query, search.filters)} className={styles.link}>
              <Bookmark aria-hidden size={14} strokeWidth={1.75} />
              <bdi className={styles.name}>{search.name}</bdi>
              {search.query !== search.name && <bdi className={styles.query}>{search.query}</bdi>}
            </Link>
            <IconButton
              size="small"
              icon={Trash2}
              label={t('saved.remove', { name: search.name })}
              onClick={() => void remove(search)}
            />
          </li>
        ))}
      </ul>
    </section>
  );
}
