import { useQuery } from '@tanstack/react-query';
import { FileCheck, Search, SearchX } from 'lucide-react';
import { useDeferredValue, useEffect, useMemo, useRef, useState } from 'react';
import { useLocation, useSearchParams } from 'wouter';
import type { Video } from '../../../contract/library/video.ts';
import type { SavedFilters } from '../../../contract/search/saved-searches.ts';
import { chipsOf } from '../../../core/query/chips.ts';
import { queries, useVideos } from '../../api/queries.ts';
import { Button } from '../../ui/controls/button.tsx';
import { HeaderButton } from '../../ui/controls/header-button.tsx';
import { Notice } from '../../ui/feedback/notice.tsx';
import { EmptyState, ErrorState, Skeleton } from '../../ui/feedback/states.tsx';
import { Page } from '../../ui/layout/page.tsx';
import { openOverlay } from '../../ui/lib/overlays.ts';
import { Filters } from './filters/filters.tsx';
import { namedVideos } from './filters/named-videos.ts';
import { readScope, SEARCH_SORTS, type SearchSort, scopeParams, withoutEmpty } from './filters/scope.ts';
import { MarkedMoments } from './hits/marked-moments.tsx';
import { useMarkedMoments } from './hits/use-marked-moments.ts';
import { VideoGroup } from './hits/video-group.tsx';
import { type Moment, markOf, toMoments, type VideoMoments } from './moments.ts';
import { NamedList } from './named-list.tsx';
import styles from './page.module.css';
import { QueryField } from './query-field.tsx';
import { QueryParts } from './query-parts.tsx';
import { useRecentSearch } from './recent-searches.ts';
import { ResultsBar } from './results-bar.tsx';
import { useNewHits } from './saved/new-hits.ts';
import { SavedMenu } from './saved/saved-menu.tsx';
import { SearchStart } from './start.tsx';
import { useSearchText } from './text.ts';
import { UnknownWords } from './unknown-words.tsx';
import { useDebounced, useSearch, useVideosById } from './use-search.ts';
import { PictureButton } from './visual/picture-button.tsx';
import { usePictureInput } from './visual/use-picture-input.ts';

/** Search over all videos. The URL contains the query, for history and bookmarks. */
export function SearchPage() {
  const t = useSearchText();
  const [, navigate] = useLocation();
  const [params, setParams] = useSearchParams();
  const [text, setText] = useState(params.get('q') ?? '');
  const [withWeak, setWithWeak] = useState(false);
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set());
  const head = useRef<HTMLDivElement>(null);
  const scope = useMemo(() => readScope(params), [params]);
  const sort = SEARCH_SORTS.find((one) => one === params.get('sort')) ?? 'relevance';
  const query = useDebounced(text);
  const { data: videos } = useVideos();
  const byId = useVideosById();
  const tag = scope.within_tag ?? null;
  const counted = useSearch(query, withoutEmpty({ ...scope, modules: undefined }), true);
  const result = useSearch(query, scope, withWeak);
  const newHits = useNewHits(params.get('saved'));
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

  const keep = (change: Record<string, string>) =>
    setParams(
      (before) => {
        const next = new URLSearchParams(before);
        for (const [name, value] of Object.entries(change)) value === '' ? next.delete(name) : next.set(name, value);
        return next;
      },
      { replace: true },
    );
  // A saved search opened on this page brings its own query.
  const asked = params.get('q') ?? '';
  const written = useRef(asked);
  useEffect(() => {
    if (asked !== written.current) setText(asked);
    written.current = asked;
  }, [asked]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the address follows the query, not the other way round
  useEffect(() => {
    if (query.trim() !== asked) {
      written.current = query.trim();
      keep({ q: query.trim(), saved: '' });
    }
    setSelected(new Set());
    setWithWeak(false);
  }, [query]);
  const setScope = (next: SavedFilters) => keep({ ...scopeParams(next), saved: '' });
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
          {query.trim() === '' && !hasMarked && videos?.length === 0 && (
            <EmptyState
              icon={Search}
              title={t('empty.title')}
              text={t('empty.noVideos')}
              action={
                <Button look="primary" onClick={() => navigate('/library')}>
                  {t('empty.library')}
                </Button>
              }
            />
          )}
          {isBlank && videos && videos.length > 0 && <SearchStart onSearch={search} />}
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
                    <Button look="primary" onClick={() => setScope({})}>
                      {t('none.clear')}
                    </Button>
                  )}
                  {chipsOf(query).some(({ field }) => field === 'sees') && (
                    <Button onClick={() => openOverlay({ kind: 'seen' })}>{t('seen.title')}</Button>
                  )}
                  {result.dropped > 0 && (
                    <Button onClick={() => setWithWeak(true)}>{t('weak.show', { count: result.dropped })}</Button>
                  )}
                </>
              }
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
              onSort={(next) => keep({ sort: next === 'relevance' ? '' : next })}
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
