import { useQuery } from '@tanstack/react-query';
import { FileCheck } from 'lucide-react';
import { useDeferredValue, useMemo, useRef, useState } from 'react';
import { useLocation } from 'wouter';
import type { Video } from '../../../contract/library/video.ts';
import { queries, useVideos } from '../../api/queries.ts';
import { Button } from '../../ui/controls/button.tsx';
import { HeaderButton } from '../../ui/controls/header-button.tsx';
import { Notice } from '../../ui/feedback/notice.tsx';
import { ErrorState } from '../../ui/feedback/states.tsx';
import { Page } from '../../ui/layout/page.tsx';
import { Filters } from './filters/filters.tsx';
import { namedVideos } from './filters/named-videos.ts';
import { type SearchSort, withoutEmpty } from './filters/scope.ts';
import { MarkedMoments } from './hits/marked-moments.tsx';
import { useMarkedMoments } from './hits/use-marked-moments.ts';
import { VideoGroup } from './hits/video-group.tsx';
import { type Moment, markOf, toMoments, type VideoMoments } from './moments.ts';
import { NamedList } from './named-list.tsx';
import { NothingFound, NoVideos } from './nothing-found.tsx';
import styles from './page.module.css';
import { QueryField } from './query-field.tsx';
import { QueryParts } from './query-parts.tsx';
import { useRecentSearch } from './recent-searches.ts';
import { ResultsBar } from './results-bar.tsx';
import { useNewHits } from './saved/new-hits.ts';
import { SavedMenu } from './saved/saved-menu.tsx';
import { SearchSkeleton } from './search-skeleton.tsx';
import { SearchStart } from './start.tsx';
import { useSearchText } from './text.ts';
import { UnknownWords } from './unknown-words.tsx';
import { useSearch, useVideosById } from './use-search.ts';
import { useSearchAddress } from './use-search-address.ts';
import { PictureButton } from './visual/picture-button.tsx';
import { usePictureInput } from './visual/use-picture-input.ts';

/** Search over all videos. */
export function SearchPage() {
  const t = useSearchText();
  const [, navigate] = useLocation();
  const [withWeak, setWithWeak] = useState(false);
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set());
  const head = useRef<HTMLDivElement>(null);
  const { text, setText, query, scope, setScope, sort, setSort, saved } = useSearchAddress(() => {
    setSelected(new Set());
    setWithWeak(false);
  });
  const { data: videos } = useVideos();
  const byId = useVideosById();
  const tag = scope.within_tag ?? null;
  const counted = useSearch(query, withoutEmpty({ ...scope, modules: undefined }), true);
  const result = useSearch(query, scope, withWeak);
  const newHits = useNewHits(saved);
  const newIds = useMemo(() => new Set(newHits.map(({ id }) => id)), [newHits]);
  const [wantsNew, setWantsNew] = useState(false);
  const isOnlyNew = wantsNew && newHits.length > 0;
  const found = useMemo(
    () => (isOnlyNew ? toMoments(newHits, result.words, true) : result.videos),
    [isOnlyNew, newHits, result.words, result.videos],
  );
  const sorted = useMemo(() => sortGroups(found, byId, sort), [found, byId, sort]);
  const groups = useDeferredValue(sorted);
  const marked = useMarkedMoments(query, scope.project_id ?? null, tag);
  const { data: tags = [] } = useQuery(queries.tags);
  useRecentSearch(query.trim(), groups.length > 0 && !result.isSearching);
  const takePicture = usePictureInput();
  const hasMarked = marked.length > 0 || tag !== null;

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

  const search = (next: string) => {
    setText(next);
    head.current?.querySelector('input')?.focus();
  };

  const isFiltered = Object.keys(scope).length > 0;
  const named = useMemo(() => (isFiltered ? [] : namedVideos(videos ?? [], query)), [isFiltered, videos, query]);
  // Names of videos and titles of moments that were found have all words of the query.
  const unknown = result.isSearching || named.length + marked.length > 0 ? [] : result.unknown;
  /** Nothing is stated yet: no text, or a field without its value. */
  const isBlank = /^(?:\p{L}+:)?$/u.test(query.trim());
  const hasNothing = !isBlank && named.length === 0 && !result.isSearching && groups.length === 0 && !hasMarked;
  return (
    <Page
      title={t('title')}
      actions={<HeaderButton icon={FileCheck} label={t('check')} onClick={() => navigate('/search/check')} />}
    >
      <div className={styles.scroller}>
        <div ref={head} className={styles.head}>
          <div className={styles.field}>
            <QueryField value={text} onChange={setText} className={styles.box ?? ''} />
            <PictureButton onFiles={takePicture} />
            <SavedMenu query={query.trim()} scope={scope} />
          </div>
          <QueryParts
            query={text}
            hints={query.trim() === '' ? [] : result.hints}
            onChange={setText}
            onEdit={({ start, end }) => {
              const input = head.current?.querySelector('input');
              input?.focus();
              input?.setSelectionRange(start, end);
            }}
          />
          <UnknownWords query={query.trim()} words={unknown} onChange={setText} />
          {!isBlank && (
            <Filters
              scope={scope}
              counted={counted.hits}
              onChange={setScope}
              query={text}
              onQuery={setText}
              onClear={() => setScope(withoutEmpty({ modules: scope.modules }))}
            />
          )}
        </div>
        <div className={styles.results} aria-busy={result.isSearching}>
          {query.trim() === '' && !hasMarked && videos?.length === 0 && <NoVideos />}
          {isBlank && videos && videos.length > 0 && <SearchStart onSearch={search} />}
          {result.error && groups.length === 0 && (
            <ErrorState title={t('error.title')} error={result.error} onRetry={result.retry} />
          )}
          {result.isSearching && groups.length === 0 && !result.error && <SearchSkeleton />}
          {hasNothing && !result.error && (
            <NothingFound
              query={query}
              isFiltered={isFiltered}
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
          <NamedList videos={named} />
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
              isOnlyNew={isOnlyNew}
              onOnlyNew={setWantsNew}
            />
          )}
          {groups.map((group) => (
            <VideoGroup
              key={group.jobId}
              group={group}
              video={byId.get(group.jobId)}
              words={result.words}
              newIds={newIds}
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
      </div>
    </Page>
  );
}

/** Orders videos by a fact of theirs; `relevance` keeps the order of their best moments. */
function sortGroups(
  groups: readonly VideoMoments[],
  videos: ReadonlyMap<string, Video>,
  sort: SearchSort,
): readonly VideoMoments[] {
  if (sort === 'relevance') return groups;
  const added = ({ jobId }: VideoMoments) => videos.get(jobId)?.created_at ?? '';
  const name = ({ jobId }: VideoMoments) => videos.get(jobId)?.name ?? '';
  const direction = sort === 'oldest' ? 1 : -1;
  return groups.toSorted((a, b) =>
    sort === 'name' ? name(a).localeCompare(name(b)) : direction * added(a).localeCompare(added(b)),
  );
}
