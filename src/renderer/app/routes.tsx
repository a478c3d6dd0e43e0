import { type ComponentType, lazy } from 'react';
import { waitForServer } from '../api/connection.ts';
import { prefetchVideo } from '../api/queries.ts';

/**
 * Every screen: its address, and its code, which is loaded when it is first shown. A screen's folder exports one page
 * component per route from `page.tsx`; parts of the address arrive as properties.
 */
interface Route {
  /** Wouter pattern such as `/videos/:jobId`. */
  path: string;
  // biome-ignore lint/suspicious/noExplicitAny: each page has its own properties, given by its path
  load(): Promise<{ default: ComponentType<any> }>;
  /** Prefetches the data of the screen. */
  prefetch?(part: string): void;
}

const library = async () => ({ default: (await import('../features/library/page.tsx')).LibraryPage });

const SCREENS: readonly Route[] = [
  { path: '/', load: async () => ({ default: (await import('../features/home/page.tsx')).HomePage }) },
  { path: '/library', load: library },
  { path: '/projects/:projectId', load: library },
  {
    path: '/projects/:projectId/people',
    load: async () => ({ default: (await import('../features/people/page.tsx')).PeoplePage }),
  },
  { path: '/trash', load: async () => ({ default: (await import('../features/library/trash/page.tsx')).TrashPage }) },
  {
    path: '/videos/:jobId',
    load: async () => ({ default: (await import('./video-route.tsx')).VideoRoute }),
    prefetch: prefetchVideo,
  },
  { path: '/stories', load: async () => ({ default: (await import('../features/stories/page.tsx')).StoriesPage }) },
  {
    path: '/stories/:storyId',
    load: async () => ({ default: (await import('../features/stories/board/page.tsx')).StoryPage }),
  },
  { path: '/search', load: async () => ({ default: (await import('../features/search/page.tsx')).SearchPage }) },
  {
    path: '/search/picture',
    load: async () => ({ default: (await import('../features/search/visual/page.tsx')).PictureSearchPage }),
  },
  { path: '/ask', load: async () => ({ default: (await import('../features/ask/page.tsx')).AskPage }) },
  {
    path: '/processing',
    load: async () => ({ default: (await import('../features/processing/page.tsx')).ProcessingPage }),
  },
  {
    path: '/settings/:section?',
    load: async () => ({ default: (await import('../features/settings/page.tsx')).SettingsPage }),
  },
];

export const ROUTES = SCREENS.map((screen) => ({ ...screen, page: lazy(() => loadWhenReachable(screen.load)) }));

/** Loads a screen's code; if that fails, once more as soon as the server responds. */
async function loadWhenReachable<Code>(load: () => Promise<Code>): Promise<Code> {
  try {
    return await load();
  } catch {
    await waitForServer();
    return load();
  }
}

/** Loads the screen of a URL while the shell renders. */
export function preloadScreen(pathname: string): void {
  for (const { path, load, prefetch } of SCREENS) {
    const pattern = path.replace(/\/:\w+\?$/, '(?:/[^/]+)?').replace(/:\w+/, '([^/]+)');
    const match = new RegExp(`^${pattern}$`).exec(pathname);
    if (!match) continue;
    // The data first: a browser asks for six files at a time, in this order, and the code consists of many.
    if (match[1] !== undefined) prefetch?.(match[1]);
    // A load error is reported when the screen renders.
    load().catch(() => {});
    return;
  }
}
