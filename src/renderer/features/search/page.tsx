import { Search, SearchX } from 'lucide-react';
import { useDeferredValue, useEffect, useState } from 'react';
import { useLocation, useSearchParams } from 'wouter';
import { isModuleName } from '../../../contract/modules.ts';
import { useVideos } from '../../api/queries.ts';
import { Button } from '../../ui/controls/button.tsx';
import { SearchBox } from '../../ui/controls/input.tsx';
import { Notice } from '../../ui/feedback/notice.tsx';
import { EmptyState, ErrorState, Skeleton } from '../../ui/feedback/states.tsx';
import { Page } from '../../ui/layout/page.tsx';
import { Filters } from './filters.tsx';
import styles from './page.module.css';
import { ResultsBar } from './results-bar.tsx';
import { useSearchText } from './text.ts';
import { type SearchScope, useDebounced, useSearch, useVideosById } from './use-search.ts';
import { VideoGroup } from './video-group.tsx';

/** Search over all videos. The URL contains the query, for history and bookmarks. */
export function SearchPage() {
  const t = useSearchText();
  const [, navigate] = useLocation();
  const [params, setParams] = useSearchParams();
  const [text, setText] = useState(params.get('q') ?? '');
  const [withWeak, setWithWeak] = useState(false);
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set());
  const scope: SearchScope = {
    modules: (params.get('modules') ?? '').split(',').filter(isModuleName),
    projectId: params.get('project'),
  };
  const query = useDebounced(text);
  const { data: videos } = useVideos();
  const byId = useVideosById();
  const counted = useSearch(query, { ...scope, modules: [] }, true);
  const result = useSearch(query, scope, withWeak);
  const groups = useDeferredValue(result.videos);

  const keep = (change: Record<string, string>) =>
    setParams(
      (before) => {
        const next = new URLSearchParams(before);
        for (const [name, value] of Object.entries(change)) value === '' ? next.delete(name) : next.set(name, value);
        return next;
      },
      { replace: true },
    );
  // biome-ignore lint/correctness/useExhaustiveDependencies: the address follows the query, not the other way round
  useEffect(() => {
    if (query.trim() !== (params.get('q') ?? '')) keep({ q: query.trim() });
    setSelected(new Set());
    setWithWeak(false);
  }, [query]);
  const setScope = ({ modules, projectId }: SearchScope) =>
    keep({ modules: modules.join(','), project: projectId ?? '' });
  const select = (id: string) => {
    const next = new Set(selected);
    if (!next.delete(id)) next.add(id);
    setSelected(next);
  };

  const isFiltered = scope.modules.length > 0 || scope.projectId !== null;
  const hasNothing = query.trim() !== '' && !result.isSearching && groups.length === 0;
  return (
    <Page title={t('title')}>
      <div className={styles.scroller}>
        <div className={styles.head}>
          <SearchBox
            label={t('field')}
            clearLabel={t('clear')}
            value={text}
            onChange={setText}
            className={styles.box ?? ''}
            autoFocus
          />
          {query.trim() !== '' && <Filters scope={scope} counted={counted.hits} onChange={setScope} />}
        </div>
        <div className={styles.results} aria-busy={result.isSearching}>
          {query.trim() === '' && (
            <EmptyState
              icon={Search}
              title={t('empty.title')}
              text={videos?.length === 0 ? t('empty.noVideos') : t('empty.text')}
              action={
                videos?.length === 0 && (
                  <Button look="primary" onClick={() => navigate('/library')}>
                    {t('empty.library')}
                  </Button>
                )
              }
            />
          )}
          {result.error && groups.length === 0 && (
            <ErrorState title={t('error.title')} error={result.error} onRetry={result.retry} />
          )}
          {result.isSearching && groups.length === 0 && !result.error && <SearchSkeleton />}
          {hasNothing && !result.error && (
            <EmptyState
              icon={SearchX}
              title={t('none.title', { query })}
              text={isFiltered ? t('none.filtered') : t('none.text')}
              action={
                <>
                  {isFiltered && (
                    <Button look="primary" onClick={() => setScope({ modules: [], projectId: null })}>
                      {t('none.clear')}
                    </Button>
                  )}
                  {result.dropped > 0 && (
                    <Button onClick={() => setWithWeak(true)}>{t('weak.show', { count: result.dropped })}</Button>
                  )}
                </>
              }
            />
          )}
          {!result.byMeaning && (
            <Notice
              tone="warn"
              title={t('words.only')}
              action={
                <Button size="small" onClick={() => navigate('/settings/meaning')}>
                  {t('words.settings')}
                </Button>
              }
            >
              {t('words.text')}
            </Notice>
          )}
          {groups.length > 0 && (
            <ResultsBar
              query={query.trim()}
              groups={groups}
              videos={byId}
              selected={selected}
              onClear={() => setSelected(new Set())}
            />
          )}
          {groups.map((group) => (
            <VideoGroup
              key={group.jobId}
              group={group}
              video={byId.get(group.jobId)}
              words={result.words}
              selected={selected}
              onSelect={select}
            />
          ))}
          {groups.length > 0 && result.dropped > 0 && (
            <div>
              <Button look="quiet" onClick={() => setWithWeak(!withWeak)}>
                {withWeak ? t('weak.hide') : t('weak.show', { count: result.dropped })}
              </Button>
            </div>
          )}
        </div>
      </div>
    </Page>
  );
}

function SearchSkeleton() {
  return (
    <div className={styles.skeleton} aria-hidden>
      <Skeleton className={styles.name} />
      <div className={styles.cards}>
        <Skeleton className={styles.card} />
        <Skeleton className={styles.card} />
        <Skeleton className={styles.card} />
        <Skeleton className={styles.card} />
      </div>
    </div>
  );
}
