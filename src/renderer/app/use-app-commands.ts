import { useQueryClient } from '@tanstack/react-query';
import {
  BellOff,
  Eye,
  FileCheck,
  FilePlus2,
  FolderPlus,
  GalleryVerticalEnd,
  Keyboard,
  Languages,
  MessagesSquare,
  Moon,
  Save,
  Settings2,
  Sun,
  SunMoon,
  Trash2,
} from 'lucide-react';
import { useLocation } from 'wouter';
import { api } from '../api/endpoints.ts';
import { queries } from '../api/queries.ts';
import { useChecksText } from '../features/checks/text.ts';
import { useSearchText } from '../features/search/text.ts';
import { SETTINGS, type Section } from '../features/settings/setting-list.ts';
import { useSettingsText } from '../features/settings/text.ts';
import { useNewStory } from '../features/stories/use-new-story.ts';
import { toast } from '../ui/feedback/toast.tsx';
import { useAddVideos } from '../ui/lib/add-videos.ts';
import type { Command } from '../ui/lib/commands.ts';
import { errorText } from '../ui/lib/messages.ts';
import { openOverlay } from '../ui/lib/overlays.ts';
import { LANGUAGES, type Language, setPreferences, THEMES } from '../ui/lib/preferences.ts';
import { setLanguage } from '../ui/lib/text.ts';
import { useStoryText } from '../ui/lib/texts/story-text.ts';
import { useTrashText } from '../ui/lib/texts/trash-text.ts';
import { PLACES } from './places.ts';
import { useAppText } from './text.ts';

const THEME_ICONS = { system: SunMoon, dark: Moon, light: Sun } as const;

/** Commands that every screen offers: screens, settings, and what belongs to no video. */
export function useAppCommands(): readonly Command[] {
  const t = useAppText();
  const settings = useSettingsText();
  const search = useSearchText();
  const checks = useChecksText();
  const [, navigate] = useLocation();
  const add = useAddVideos();
  const story = useStoryText();
  const trash = useTrashText();
  const createStory = useNewStory();
  const client = useQueryClient();
  const attempt = async (run: () => Promise<unknown>) => {
    try {
      await run();
    } catch (error) {
      toast(errorText(error), { tone: 'bad' });
    }
  };
  const general = { group: t('commands.general') };
  const setting = { group: settings('title'), icon: Settings2 };
  return [
    ...PLACES.map(({ key, href, icon }) => ({
      id: key,
      label: t(key),
      group: t('commands.go'),
      icon,
      run: () => navigate(href),
    })),
    { ...general, id: 'add.files', label: t('commands.add'), icon: FilePlus2, run: () => add('files') },
    { ...general, id: 'add.folder', label: t('commands.addFolder'), icon: FolderPlus, run: () => add('folder') },
    {
      ...general,
      id: 'story.new',
      label: story('new'),
      icon: GalleryVerticalEnd,
      run: () => void createStory(),
    },
    { ...general, id: 'checks', label: checks('title'), icon: FileCheck, run: () => navigate('/search/check') },
    { ...general, id: 'trash', label: trash('video.open'), icon: Trash2, run: () => navigate('/trash') },
    {
      ...general,
      id: 'backup',
      label: settings('backups.create'),
      words: settings('backups.title'),
      icon: Save,
      run: () =>
        void attempt(async () => {
          await api.backups.create();
          await client.invalidateQueries(queries.backups);
          toast(settings('backups.created'), { tone: 'good' });
        }),
    },
    {
      ...general,
      id: 'notifications.read',
      label: t('commands.readAll'),
      icon: BellOff,
      run: () =>
        void attempt(async () => {
          await api.notifications.readAll();
          await client.invalidateQueries({ queryKey: ['notifications'] });
        }),
    },
    {
      ...general,
      id: 'chats.deleted',
      label: settings('chats.title'),
      icon: MessagesSquare,
      run: () => openOverlay({ kind: 'deleted-chats' }),
    },
    {
      ...general,
      id: 'keys',
      label: t('keys.title'),
      shortcut: '?',
      icon: Keyboard,
      run: () => openOverlay({ kind: 'keys' }),
    },
    {
      ...general,
      id: 'seen',
      label: search('seen.title'),
      icon: Eye,
      run: () => openOverlay({ kind: 'seen' }),
    },
    ...(Object.keys(SETTINGS) as Section[]).flatMap((section): Command[] => {
      const name = settings(`section.${section}`);
      return [
        { ...setting, id: `settings.${section}`, label: name, run: () => navigate(`/settings/${section}`) },
        ...SETTINGS[section].map((key) => ({
          ...setting,
          id: `settings.${key}`,
          label: settings(key),
          words: name,
          run: () => navigate(`/settings/${section}?show=${key}`),
        })),
      ];
    }),
    ...THEMES.map((theme) => ({
      ...setting,
      id: `theme.${theme}`,
      icon: THEME_ICONS[theme],
      label: `${settings('theme')}: ${settings(`theme.${theme}`)}`,
      run: () => setPreferences({ theme }),
    })),
    ...(Object.keys(LANGUAGES) as Language[]).map((language) => ({
      ...setting,
      id: `language.${language}`,
      icon: Languages,
      label: `${settings('language')}: ${LANGUAGES[language]}`,
      run: () => void attempt(() => setLanguage(language)),
    })),
  ];
}
