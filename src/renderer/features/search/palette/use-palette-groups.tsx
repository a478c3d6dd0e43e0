import { useIsFetching } from '@tanstack/react-query';
import { type ReactNode, useMemo } from 'react';
import { useLocation } from 'wouter';
import { MOMENTS, useVideos } from '../../../api/queries.ts';
import type { Command } from '../../../ui/lib/commands.ts';
import { wordsOf } from '../../../ui/lib/mark-words.ts';
import { markedHref } from '../../../ui/lib/moment-href.ts';
import { namedVideos } from '../filters/named-videos.ts';
import { useMarkedMoments } from '../hits/use-marked-moments.ts';
import { momentHref } from '../moments.ts';
import { useSearchText } from '../text.ts';
import { useDebounced, useSearch, useVideosById } from '../use-search.ts';
import { beginsWith, matchCommands } from './match-commands.ts';
import { AllRow, CommandRow, MarkedRow, MomentRow, VideoRow } from './palette-rows.tsx';
import { usePaletteCommands } from './use-palette-commands.ts';

const MOMENTS_MAX = 8;
const VIDEOS_MAX = 4;
const MARKED_MAX = 4;
const COMMANDS_MAX = 6;
const EVERYTHING = {};
/** First character of a text that finds commands only. */
export const COMMANDS_SIGN = '>';

interface PaletteOption {
  key: string;
  content: ReactNode;
  run(): void;
}

export interface PaletteGroup {
  key: string;
  /** Heading; empty for the link to the page of results. */
  heading: string;
  options: readonly PaletteOption[];
}

/** Offers of the palette for a text, best group first. */
export function usePaletteGroups(
  text: string,
  ofWindow: readonly Command[],
): {
  groups: readonly PaletteGroup[];
  /** Whether a search is under way. */
  isSearching: boolean;
  /** Whether the first offer is that of an earlier text, until the search has ended. */
  isFirstOutdated: boolean;
  /** Opens the page of results; undefined without a query. */
  showAll: (() => void) | undefined;
} {
  const t = useSearchText();
  const [, navigate] = useLocation();
  const onlyCommands = text.trimStart().startsWith(COMMANDS_SIGN);
  const typed = onlyCommands ? text.trimStart().slice(1).trim() : text.trim();
  const query = useDebounced(onlyCommands ? '' : text).trim();
  const { data: videos } = useVideos();
  const moments = useFoundMoments(query);
  const isSearching = !onlyCommands && (query !== typed || moments.isSearching);
  const commands = usePaletteCommands(ofWindow);

  const named = useMemo(() => {
    if (onlyCommands) return [];
    const all = videos ?? [];
    return (typed === '' ? all : namedVideos(all, typed)).slice(0, VIDEOS_MAX);
  }, [videos, typed, onlyCommands]);
  const words = wordsOf(typed);
  const commandOption = (command: Command, withGroup: boolean): PaletteOption => ({
    key: `c${command.id}`,
    content: <CommandRow command={command} words={words} withGroup={withGroup} />,
    run: () => {
      commands.use(command.id);
      command.run();
    },
  });
  const videoGroup: PaletteGroup = {
    key: 'videos',
    heading: t(typed === '' ? 'palette.recent' : 'palette.videos'),
    options: named.map((video) => ({
      key: `v${video.job_id}`,
      content: <VideoRow video={video} words={words} />,
      run: () => navigate(`/videos/${video.job_id}`),
    })),
  };
  const all = [...matchCommands(commands.recent, typed), ...matchCommands(without(commands), typed)];
  const showAll = onlyCommands || typed === '' ? undefined : () => navigate(`/search?q=${encodeURIComponent(typed)}`);

  if (typed === '') {
    const recent = { key: 'recent', heading: t('palette.recentCommands') };
    const [first = [], ...others] = byGroup(without(commands));
    const groupOf = (list: readonly Command[]): PaletteGroup => ({
      key: `g${list[0]?.group}`,
      heading: list[0]?.group ?? '',
      options: list.map((command) => commandOption(command, false)),
    });
    return finish([
      { ...recent, options: commands.recent.map((command) => commandOption(command, true)) },
      ...(commands.hasOfPage ? [groupOf(first), videoGroup] : [videoGroup, groupOf(first)]),
      ...others.map(groupOf),
    ]);
  }

  const matches = matchCommands(all, typed);
  const commandGroup: PaletteGroup = {
    key: 'commands',
    heading: t('palette.commands'),
    options: (onlyCommands ? matches : matches.slice(0, COMMANDS_MAX)).map((each) => commandOption(each, true)),
  };
  // Enter runs a command or opens a video that begins with the typed text, otherwise the best moment.
  const areCommandsFirst = matches.some(({ label }) => beginsWith(label, typed));
  const areVideosFirst = named.some(({ name }) => beginsWith(name, typed));
  const groups = [
    ...(areCommandsFirst ? [commandGroup] : []),
    ...(areVideosFirst ? [videoGroup] : []),
    ...moments.found,
    ...(areVideosFirst ? [] : [videoGroup]),
    ...(areCommandsFirst ? [] : [commandGroup]),
    ...(showAll
      ? [
          {
            key: 'all',
            heading: '',
            options: [{ key: 'all', content: <AllRow text={t('palette.all', { query: typed })} />, run: showAll }],
          },
        ]
      : []),
  ];
  return finish(groups, isSearching && !areCommandsFirst && !areVideosFirst);

  function finish(groups: readonly PaletteGroup[], isFirstOutdated = false) {
    return { groups: groups.filter(({ options }) => options.length > 0), isSearching, isFirstOutdated, showAll };
  }
}

/** Marked moments and findings that a query finds, best first. */
function useFoundMoments(query: string): { found: readonly PaletteGroup[]; isSearching: boolean } {
  const t = useSearchText();
  const [, navigate] = useLocation();
  const byId = useVideosById();
  const result = useSearch(query, EVERYTHING);
  const marked = useMarkedMoments(query, null, null).slice(0, MARKED_MAX);
  const moments = useMemo(() => {
    const firsts = result.videos.flatMap(({ moments }) => moments);
    const rank = new Map(result.hits.map((hit, index) => [hit.id, index]));
    return firsts.sort((a, b) => rank.get(a.id)! - rank.get(b.id)!).slice(0, MOMENTS_MAX);
  }, [result.videos, result.hits]);

  const found: PaletteGroup[] = [
    {
      key: 'marked',
      heading: t('marked'),
      options: (query === '' ? [] : marked).map((moment) => ({
        key: `k${moment.id}`,
        content: <MarkedRow moment={moment} words={result.words} />,
        run: () => navigate(markedHref(moment)),
      })),
    },
    {
      key: 'moments',
      heading: t('palette.moments'),
      options: moments.map((moment) => ({
        key: `m${moment.id}`,
        content: (
          <MomentRow
            moment={moment}
            videoName={byId.get(moment.jobId)?.name ?? t('unknownVideo')}
            words={result.words}
          />
        ),
        run: () => navigate(momentHref(moment, result.words)),
      })),
    },
  ];
  const areMarkedLoading = useIsFetching({ queryKey: [...MOMENTS, 'found'] }) > 0;
  return { found, isSearching: result.isSearching || areMarkedLoading };
}

function without({ all, recent }: { all: readonly Command[]; recent: readonly Command[] }): readonly Command[] {
  return all.filter((command) => !recent.includes(command));
}

/** Commands by group, in the order of their first ones. */
function byGroup(commands: readonly Command[]): (readonly Command[])[] {
  return [...Map.groupBy(commands, ({ group }) => group).values()];
}
