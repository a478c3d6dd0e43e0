import { type ReactNode, useMemo } from 'react';
import { useLocation } from 'wouter';
import { useVideos } from '../../../api/queries.ts';
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

/** Offers of the palette for a text, best group first, and whether a search is under way. */
export function usePaletteGroups(
  text: string,
  ofWindow: readonly Command[],
): {
  groups: readonly PaletteGroup[];
  isSearching: boolean;
  /** Opens the page of results; undefined without a query. */
  showAll: (() => void) | undefined;
} {
  const t = useSearchText();
  const [, navigate] = useLocation();
  const onlyCommands = text.trimStart().startsWith(COMMANDS_SIGN);
  const typed = onlyCommands ? text.trimStart().slice(1).trim() : text.trim();
  const query = useDebounced(onlyCommands ? '' : text).trim();
  const { data: videos } = useVideos();
  const { found, isSearching } = useFoundMoments(query);
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
  const showAll = query === '' ? undefined : () => navigate(`/search?q=${encodeURIComponent(query)}`);

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
  return finish([
    ...(areCommandsFirst ? [commandGroup] : []),
    ...(areVideosFirst ? [videoGroup] : []),
    ...found,
    ...(areVideosFirst ? [] : [videoGroup]),
    ...(areCommandsFirst ? [] : [commandGroup]),
    ...(showAll
      ? [
          {
            key: 'all',
            heading: '',
            options: [{ key: 'all', content: <AllRow text={t('palette.all', { query })} />, run: showAll }],
          },
        ]
      : []),
  ]);

  function finish(groups: readonly PaletteGroup[]) {
    return { groups: groups.filter(({ options }) => options.length > 0), isSearching, showAll };
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
  return { found, isSearching: result.isSearching };
}

function without({ all, recent }: { all: readonly Command[]; recent: readonly Command[] }): readonly Command[] {
  return all.filter((command) => !recent.includes(command));
}

/** Commands by group, in the order of their first ones. */
function byGroup(commands: readonly Command[]): (readonly Command[])[] {
  return [...Map.groupBy(commands, ({ group }) => group).values()];
}
