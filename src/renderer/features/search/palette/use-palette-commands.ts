import { useQuery } from '@tanstack/react-query';
import { Bookmark, Folder, GalleryVerticalEnd } from 'lucide-react';
import { useMemo, useState } from 'react';
import { useLocation } from 'wouter';
import { queries } from '../../../api/queries.ts';
import { type Command, listCommands } from '../../../ui/lib/commands.ts';
import { setPreferences, usePreferences } from '../../../ui/lib/preferences.ts';
import { savedHref } from '../filters/scope.ts';
import { forgetNewHits } from '../saved/new-hits.ts';
import { useSearchText } from '../text.ts';

/** Recent commands that are kept. */
const RECENT_MAX = 4;

/** Commands of the page and the window, with the projects, stories, and saved searches to open; recent ones apart. */
export function usePaletteCommands(ofWindow: readonly Command[]): {
  all: readonly Command[];
  recent: readonly Command[];
  /** Whether the page that is shown has commands; they come first. */
  hasOfPage: boolean;
  use(id: string): void;
} {
  const t = useSearchText();
  const [, navigate] = useLocation();
  const [ofPage] = useState(listCommands);
  const { data: projects } = useQuery(queries.projects);
  const { data: stories } = useQuery(queries.stories);
  const { data: saved } = useQuery(queries.savedSearches);
  const recentIds = usePreferences(({ recentCommands }) => recentCommands);
  const all = useMemo(
    () => [
      ...ofPage,
      ...ofWindow,
      ...(projects ?? []).map(({ id, name }) => ({
        id: `project.${id}`,
        label: name,
        group: t('palette.projects'),
        icon: Folder,
        run: () => navigate(`/projects/${id}`),
      })),
      ...(stories ?? []).map(({ id, title }) => ({
        id: `story.${id}`,
        label: title,
        group: t('palette.stories'),
        icon: GalleryVerticalEnd,
        run: () => navigate(`/stories/${id}`),
      })),
      ...(saved ?? []).map((search) => ({
        id: `saved.${search.id}`,
        label: search.name,
        group: t('saved'),
        icon: Bookmark,
        run: () => {
          forgetNewHits(search.id);
          navigate(savedHref(search));
        },
      })),
    ],
    [ofPage, ofWindow, projects, stories, saved, t, navigate],
  );
  const recent = recentIds.flatMap((id) => all.find((command) => command.id === id) ?? []);
  const use = (id: string) =>
    setPreferences({ recentCommands: [id, ...recentIds.filter((other) => other !== id)].slice(0, RECENT_MAX) });
  return { all, recent, hasOfPage: ofPage.length > 0, use };
}
