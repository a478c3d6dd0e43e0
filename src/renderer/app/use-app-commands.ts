import { useQueryClient } from '@tanstack/react-query';
import {
  BellOff,
  Eye,
  FileCheck,
  FilePlus2,
  FolderPlus,
  GalleryVerticalEnd,
  Keyboard,
  MessagesSquare,
  Save,
  Trash2,
} from 'lucide-react';
import { useLocation } from 'wouter';
import { api } from '../api/endpoints.ts';
import { queries } from '../api/queries.ts';
import { useChecksText } from '../features/checks/text.ts';
import { useSearchText } from '../features/search/text.ts';
import { runAction } from '../features/settings/run-action.ts';
import { useSettingsText } from '../features/settings/text.ts';
import { useNewStory } from '../features/stories/use-new-story.ts';
import { toast } from '../ui/feedback/toast.tsx';
import { useAddVideos } from '../ui/lib/add-videos.ts';
import type { Command } from '../ui/lib/commands.ts';
import { openOverlay } from '../ui/lib/overlays.ts';
import { useStoryText } from '../ui/lib/texts/story-text.ts';
import { useTrashText } from '../ui/lib/texts/trash-text.ts';
import { PLACES } from './places.ts';
import { useAppText } from './text.ts';
import { useSettingCommands } from './use-setting-commands.ts';

/** Commands that every screen offers: screens, settings, and actions that belong to no video. */
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
  const settingCommands = useSettingCommands();
  const general = { group: t('commands.general') };
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
        void runAction(async () => {
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
        void runAction(async () => {
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
    ...settingCommands,
  ];
}
