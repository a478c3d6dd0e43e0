import { useQuery } from '@tanstack/react-query';
import { Bell, BellOff, Bookmark, Trash2 } from 'lucide-react';
import { Link } from 'wouter';
import type { SavedSearch } from '../../../../contract/search/saved-searches.ts';
import { api } from '../../../api/endpoints.ts';
import { queries } from '../../../api/queries.ts';
import { invalidate } from '../../../api/query-client.ts';
import { IconButton } from '../../../ui/controls/button.tsx';
import { toast } from '../../../ui/feedback/toast.tsx';
import { errorText } from '../../../ui/lib/messages.ts';
import { savedHref } from '../filters/scope.ts';
import { useSearchText } from '../text.ts';
import { forgetNewHits } from './new-hits.ts';
import { NewHitsBadge } from './new-hits-badge.tsx';
import styles from './saved-list.module.css';

/** Saved searches below the empty search field. */
export function SavedList() {
  const t = useSearchText();
  const { data: saved = [] } = useQuery(queries.savedSearches);
  if (saved.length === 0) return null;
  const setNotify = async ({ id, notify }: SavedSearch) => {
    try {
      await api.savedSearches.update(id, { notify: !notify });
      invalidate(queries.savedSearches.queryKey);
      toast(notify ? t('saved.muted') : t('saved.notified'));
    } catch (error) {
      toast(errorText(error), { tone: 'bad' });
    }
  };
  const remove = async ({ id, name, query, filters, notify }: SavedSearch) => {
    try {
      await api.savedSearches.remove(id);
      invalidate(queries.savedSearches.queryKey);
      const putBack = async () => {
        await api.savedSearches.create({ name, query, filters, notify });
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
            <Link href={savedHref(search)} className={styles.link} onClick={() => forgetNewHits(search.id)}>
              <Bookmark aria-hidden size={14} strokeWidth={1.75} />
              <bdi className={styles.name}>{search.name}</bdi>
              {search.query !== search.name && <bdi className={styles.query}>{search.query}</bdi>}
              <NewHitsBadge count={search.new_hits} />
            </Link>
            <IconButton
              size="small"
              icon={search.notify ? Bell : BellOff}
              label={t('saved.notify', { name: search.name })}
              aria-pressed={search.notify}
              onClick={() => void setNotify(search)}
            />
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
