import {
  GalleryVerticalEnd,
  House,
  LayoutGrid,
  ListChecks,
  type LucideIcon,
  MessageCircleQuestion,
  Search,
  Settings2,
} from 'lucide-react';

/** Screens of the navigation rail, and the addresses that belong to them. */
export const PLACES = [
  { key: 'nav.home', href: '/', icon: House, owns: /^\/$/ },
  { key: 'nav.library', href: '/library', icon: LayoutGrid, owns: /^\/(library|projects|videos|events|trash)(\/|$)/ },
  { key: 'nav.stories', href: '/stories', icon: GalleryVerticalEnd, owns: /^\/stories(\/|$)/ },
  { key: 'nav.search', href: '/search', icon: Search, owns: /^\/search(\/|$)/ },
  { key: 'nav.ask', href: '/ask', icon: MessageCircleQuestion, owns: /^\/ask(\/|$)/ },
  { key: 'nav.jobs', href: '/processing', icon: ListChecks, owns: /^\/processing(\/|$)/ },
  { key: 'nav.settings', href: '/settings', icon: Settings2, owns: /^\/settings(\/|$)/ },
] as const satisfies readonly { key: string; href: string; icon: LucideIcon; owns: RegExp }[];
