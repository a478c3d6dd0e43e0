import { type ComponentType, type LazyExoticComponent, lazy } from 'react';

/**
 * Every screen: its address, and its code, which is loaded when it is first shown. A screen's folder exports one page
 * component per route from `page.tsx`; parts of the address arrive as properties.
 */
export interface Route {
  /** As wouter writes them: `/videos/:jobId`. */
  path: string;
  // biome-ignore lint/suspicious/noExplicitAny: each page has its own properties, given by its path
  page: LazyExoticComponent<ComponentType<any>>;
}

export const ROUTES: readonly Route[] = [
  { path: '/', page: lazy(async () => ({ default: (await import('../features/home/page.tsx')).HomePage })) },
  {
    path: '/library',
    page: lazy(async () => ({ default: (await import('../features/library/page.tsx')).LibraryPage })),
  },
  {
    path: '/projects/:projectId',
    page: lazy(async () => ({ default: (await import('../features/library/page.tsx')).LibraryPage })),
  },
  { path: '/videos/:jobId', page: lazy(async () => ({ default: (await import('./video-route.tsx')).VideoRoute })) },
  { path: '/search', page: lazy(async () => ({ default: (await import('../features/search/page.tsx')).SearchPage })) },
  {
    path: '/processing',
    page: lazy(async () => ({ default: (await import('../features/processing/page.tsx')).ProcessingPage })),
  },
  {
    path: '/settings/:section?',
    page: lazy(async () => ({ default: (await import('../features/settings/page.tsx')).SettingsPage })),
  },
];
