import { ArrowRight, Film, Search } from 'lucide-react';
import { Dialog } from 'radix-ui';
import { type KeyboardEvent, useEffect, useId, useMemo, useRef, useState } from 'react';
import { useLocation } from 'wouter';
import { useThumbnailUrls, useVideos } from '../../api/queries.ts';
import { cx } from '../../ui/lib/classes.ts';
import { wordsOf } from '../../ui/lib/mark-words.ts';
import { useMessages } from '../../ui/lib/messages.ts';
import { position } from '../../ui/lib/use-formats.ts';
import { ModuleIcon, moduleIcon } from '../../ui/media/module-icon.tsx';
import { Still } from '../../ui/media/still.tsx';
import { MarkedText } from './marked-text.tsx';
import { momentHref, stillTime } from './moments.ts';
import styles from './palette.module.css';
import { useSearchText } from './text.ts';
import { useDebounced, useSearch, useVideosById } from './use-search.ts';

const MOMENTS_MAX = 8;
const VIDEOS_MAX = 4;
const ALL_MODULES = { modules: [], projectId: null } as const;

/** Command palette: finds videos by name and moments by content. */
export function SearchPalette({ onClose }: { onClose(): void }) {
  const messages = useMessages();
  const t = useSearchText();
  const id = useId();
  const [, navigate] = useLocation();
  const [text, setText] = useState('');
  const [at, setAt] = useState(0);
  const list = useRef<HTMLDivElement>(null);
  const query = useDebounced(text).trim();
  const { data: videos } = useVideos();
  const byId = useVideosById();
  const pictures = useThumbnailUrls();
  const result = useSearch(query, ALL_MODULES);

  const named = useMemo(() => {
    const words = wordsOf(text);
    const all = videos ?? [];
    if (words.length === 0) return all.slice(0, VIDEOS_MAX);
    const holds = (name: string) => {
      const folded = wordsOf(name).join(' ');
      return words.every((word) => folded.includes(word));
    };
    return all.filter((video) => holds(video.name)).slice(0, VIDEOS_MAX);
  }, [videos, text]);
  const moments = useMemo(() => {
    const firsts = result.videos.flatMap(({ moments }) => moments);
    const rank = new Map(result.hits.map((hit, index) => [hit.id, index]));
    return firsts.sort((a, b) => rank.get(a.id)! - rank.get(b.id)!).slice(0, MOMENTS_MAX);
  }, [result.videos, result.hits]);

  const options = [
    ...moments.map((moment) => ({ key: `m${moment.id}`, href: momentHref(moment) })),
    ...named.map((video) => ({ key: `v${video.job_id}`, href: `/videos/${video.job_id}` })),
    ...(query === '' ? [] : [{ key: 'all', href: `/search?q=${encodeURIComponent(query)}` }]),
  ];
  const chosen = Math.min(at, options.length - 1);
  // biome-ignore lint/correctness/useExhaustiveDependencies: other words, other results: the first one again
  useEffect(() => setAt(0), [query]);
  useEffect(() => {
    list.current?.querySelector(`[data-index="${chosen}"]`)?.scrollIntoView({ block: 'nearest' });
  }, [chosen]);

  const open = (href: string) => {
    onClose();
    navigate(href);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step !== undefined && options.length > 0) {
      event.preventDefault();
      setAt((chosen + step + options.length) % options.length);
    }
    if (event.key === 'Enter' && !event.nativeEvent.isComposing) {
      event.preventDefault();
      if ((event.ctrlKey || event.metaKey) && query !== '') return open(`/search?q=${encodeURIComponent(query)}`);
      const option = options[chosen];
      if (option) open(option.href);
    }
  };
  const option = (index: number) => ({
    id: `${id}-${index}`,
    'data-index': index,
    role: 'option',
    tabIndex: -1,
    'aria-selected': index === chosen,
    className: cx(styles.option, index === chosen && styles.chosen),
    onPointerMove: () => setAt(index),
    onClick: () => open(options[index]!.href),
  });

  return (
    <Dialog.Root open onOpenChange={(isOpen) => !isOpen && onClose()}>
      <Dialog.Portal>
        <Dialog.Overlay className={styles.veil} />
        <Dialog.Content className={styles.palette} aria-describedby={undefined}>
          <Dialog.Title className="visually-hidden">{t('palette.title')}</Dialog.Title>
          <div className={styles.box}>
            <Search aria-hidden size={18} strokeWidth={1.75} />
            <input
              role="combobox"
              aria-label={t('field')}
              aria-expanded={options.length > 0}
              aria-controls={`${id}-list`}
              aria-activedescendant={options.length > 0 ? `${id}-${chosen}` : undefined}
              aria-autocomplete="list"
              placeholder={t('field')}
              className={styles.input}
              value={text}
              spellCheck={false}
              autoComplete="off"
              onChange={(event) => setText(event.currentTarget.value)}
              onKeyDown={onKeyDown}
            />
          </div>
          <div ref={list} id={`${id}-list`} role="listbox" aria-label={t('results')} className={styles.list}>
            {moments.length > 0 && <Heading text={t('palette.moments')} />}
            {moments.map((moment, index) => {
              const hit = moment.hits[0]!;
              return (
                <div key={moment.id} {...option(index)}>
                  <Still
                    className={styles.still}
                    src={pictures?.near(moment.jobId, stillTime(hit)) ?? null}
                    icon={moduleIcon(hit.module)}
                  />
                  <span className={styles.text}>
                    <span className={styles.first}>
                      <ModuleIcon name={hit.module} />
                      <span className={styles.clip}>
                        <MarkedText text={messages.segment(hit).content} words={result.words} />
                      </span>
                    </span>
                    <span className={styles.second} dir="auto">
                      {byId.get(moment.jobId)?.name ?? t('unknownVideo')}
                    </span>
                  </span>
                  <span className={styles.time}>{position(moment.time)}</span>
                </div>
              );
            })}
            {named.length > 0 && <Heading text={query === '' ? t('palette.recent') : t('palette.videos')} />}
            {named.map((video, nth) => (
              <div key={video.job_id} {...option(moments.length + nth)}>
                <Still className={styles.still} src={pictures?.poster(video.job_id) ?? null} icon={Film} />
                <span className={styles.text}>
                  <span className={styles.clip}>
                    <MarkedText text={video.name} words={query === '' ? [] : wordsOf(text)} />
                  </span>
                </span>
                <span className={styles.time}>{position(video.duration)}</span>
              </div>
            ))}
            {query !== '' && (
              <div {...option(options.length - 1)}>
                <span className={styles.sign}>
                  <ArrowRight aria-hidden size={16} strokeWidth={1.75} />
                </span>
                <span className={cx(styles.text, styles.clip)}>{t('palette.all', { query })}</span>
              </div>
            )}
          </div>
          <p role="status" className="visually-hidden">
            {query !== '' && !result.isSearching && t('palette.count', { count: moments.length + named.length })}
          </p>
          <p className={styles.keys}>{t('palette.keys')}</p>
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
  );
}

function Heading({ text }: { text: string }) {
  return (
    <div role="presentation" className={styles.heading}>
      {text}
    </div>
  );
}
