import { type Loadable, loadable } from '../api/loadable.tsx';
import { prefetchVideo } from '../api/queries.ts';

/**
 * Every screen: its address, and its code, which is loaded when it is first shown. A screen's folder exports one page
 * component per route from `page.tsx`; parts of the address arrive as properties.
 */
interface Route {
  /** Wouter pattern such as `/videos/:jobId`. */
  path: string;
  // biome-ignore lint/suspicious/noExplicitAny: each page has its own properties, given by its path
  page: Loadable<any>;
  /** Prefetches the data of the screen. */
  prefetch?(part: string): void;
}

const library = loadable(async () => (await import('../features/library/page.tsx')).LibraryPage);

export const ROUTES: readonly Route[] = [
  { path: '/', page: loadable(async () => (await import('../features/home/page.tsx')).HomePage) },
  { path: '/library', page: library },
  // Of people who type the address of a video without its id.
  { path: '/videos', page: library },
  { path: '/projects/:projectId', page: library },
  {
    path: '/projects/:projectId/people',
    page: loadable(async () => (await import('../features/people/page.tsx')).PeoplePage),
  },
  { path: '/trash', page: loadable(async () => (await import('../features/library/trash/page.tsx')).TrashPage) },
  {
    path: '/videos/:jobId',
    page: loadable(async () => (await import('./video-route.tsx')).VideoRoute),
    prefetch: prefetchVideo,
  },
  { path: '/stories', page: loadable(async () => (await import('../features/stories/page.tsx')).StoriesPage) },
  {
    path: '/stories/:storyId',
    page: loadable(async () => (await import('../features/stories/board/page.tsx')).StoryPage),
  },
  { path: '/events', page: loadable(async () => (await import('../features/events/list/page.tsx')).EventsPage) },
  { path: '/events/:eventId', page: loadable(async () => (await import('../features/events/page.tsx')).EventPage) },
  { path: '/search', page: loadable(async () => (await import('../features/search/page.tsx')).SearchPage) },
  {
    path: '/search/topics',
    page: loadable(async () => (await import('../features/search/topics/page.tsx')).TopicsPage),
  },
  {
    path: '/search/check',
    page: loadable(async () => (await import('../features/checks/page.tsx')).ChecksPage),
  },
  {
    path: '/search/picture',
    page: loadable(async () => (await import('../features/search/visual/page.tsx')).ImageSearchPage),
  },
  { path: '/ask', page: loadable(async () => (await import('../features/ask/page.tsx')).AskPage) },
  {
    path: '/processing',
    page: loadable(async () => (await import('../features/processing/page.tsx')).ProcessingPage),
  },
  {
    path: '/settings/:section?',
    page: loadable(async () => (await import('./settings-route.tsx')).SettingsRoute),
  },
];

/** Loads the screen of a URL while the shell renders. */
export function preloadScreen(pathname: string): void {
  for (const { path, page, prefetch } of ROUTES) {
    const pattern = path.replace(/\/:\w+\?$/, '(?:/[^/]+)?').replace(/:\w+/, '([^/]+)');
    const match = new RegExp(`^${pattern}$`).exec(pathname);
    if (!match) continue;
    // The data first: a browser asks for six files at a time, in this order, and the code consists of many.
    if (match[1] !== undefined) prefetch?.(match[1]);
    page.preload();
    return;
  }
}
