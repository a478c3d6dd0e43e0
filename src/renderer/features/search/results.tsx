import { useLocation } from 'wouter';
import { Button } from '../../ui/controls/button.tsx';
import { Notice } from '../../ui/feedback/notice.tsx';
import { ErrorState } from '../../ui/feedback/states.tsx';
import { withoutEmpty } from './filters/scope.ts';
import { MarkedMoments } from './hits/marked-moments.tsx';
import { VideoGroup } from './hits/video-group.tsx';
import { type Moment, markOf } from './moments.ts';
import { NamedList } from './named-list.tsx';
import { NothingFound, NoVideos } from './nothing-found.tsx';
import styles from './page.module.css';
import { ResultsBar } from './results-bar.tsx';
import { SearchSkeleton } from './search-skeleton.tsx';
import { SearchStart } from './start.tsx';
import { useSearchText } from './text.ts';
import type { SearchAddress } from './use-search-address.ts';
import type { SearchResults } from './use-search-results.ts';

interface ResultsProps {
  address: SearchAddress;
  results: SearchResults;
  /** Whether weak matches are shown as well. */
  withWeak: boolean;
  setWithWeak(withWeak: boolean): void;
  /** Ids of the selected moments. */
  selected: ReadonlySet<string>;
  setSelected(selected: ReadonlySet<string>): void;
  /** Searches for an example. */
  onSearch(query: string): void;
}

/** Hits of a search, or the reason why there are none. */
export function Results(props: ResultsProps) {
  const { address, results, withWeak, setWithWeak, selected, setSelected, onSearch } = props;
  const { query, scope, setScope, sort, setSort } = address;
  const { result, videos, byId, groups, marked, hasMarked, tag, tags, newHits, isBlank } = results;
  const t = useSearchText();
  const [, navigate] = useLocation();

  const select = (id: string) => {
    const next = new Set(selected);
    if (!next.delete(id)) next.add(id);
    setSelected(next);
  };

  /** A selected moment is dragged with all others that are. */
  const sourcesOf = (moment: Moment) =>
    (selected.has(moment.id)
      ? groups.flatMap(({ moments }) => moments.filter(({ id }) => selected.has(id)))
      : [moment]
    ).map(markOf);

  return (
    <div className={styles.results} aria-busy={result.isSearching}>
      {results.hasNoVideos && <NoVideos />}
      {isBlank && videos && videos.length > 0 && <SearchStart onSearch={onSearch} />}
      {result.error && groups.length === 0 && (
        <ErrorState title={t('error.title')} error={result.error} onRetry={result.retry} />
      )}
      {result.isSearching && groups.length === 0 && !result.error && <SearchSkeleton />}
      {results.isEmpty && !result.error && (
        <NothingFound
          query={query}
          isFiltered={results.isFiltered}
          onClearFilters={() => setScope({})}
          dropped={result.dropped}
          onShowWeak={() => setWithWeak(true)}
        />
      )}
      {!result.isSemantic && (
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
      <NamedList videos={results.named} />
      {hasMarked && (
        <MarkedMoments
          videos={byId}
          moments={marked}
          tags={tags}
          tag={tag}
          words={result.words}
          onTag={(id) => setScope(withoutEmpty({ ...scope, within_tag: id ?? undefined }))}
        />
      )}
      {groups.length > 0 && (
        <ResultsBar
          query={query.trim()}
          sort={sort}
          onSort={setSort}
          groups={groups}
          videos={byId}
          selected={selected}
          onClear={() => setSelected(new Set())}
          newCount={newHits.length}
          isOnlyNew={results.isOnlyNew}
          onOnlyNew={results.setWantsNew}
        />
      )}
      {groups.map((group) => (
        <VideoGroup
          key={group.jobId}
          group={group}
          video={byId.get(group.jobId)}
          words={result.words}
          newIds={results.newIds}
          selected={selected}
          onSelect={select}
          sourcesOf={sourcesOf}
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
  );
}
