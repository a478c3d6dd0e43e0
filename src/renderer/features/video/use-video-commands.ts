import {
  Bookmark,
  Captions,
  Clock,
  Crop,
  FileText,
  List,
  type LucideIcon,
  Maximize,
  Play,
  Plus,
  ScanEye,
  Search,
  SquareDashed,
  Volume2,
} from 'lucide-react';
import type { Video } from '../../../contract/library/video.ts';
import { isBusy, useHasResults } from '../../api/live/live-jobs.ts';
import type { MenuEntry } from '../../ui/controls/menu.tsx';
import { type Command, useCommands } from '../../ui/lib/commands.ts';
import { useMomentText } from '../../ui/lib/texts/moment-text.ts';
import { useUiText } from '../../ui/lib/ui-text.ts';
import { videoMenu } from '../../ui/media/video-menu.ts';
import { downloadFile } from './download-file.ts';
import { INSPECTOR_TABS, type InspectorTab } from './inspector.tsx';
import type { Player } from './player/player-store.ts';
import { useVideoText } from './text.ts';
import { type PanelSwitch, panelActions, toggleFullscreenOfPage } from './use-player-keys.ts';

/**
 * Offers the actions of the video page in the command palette. @param hasVideo false for sound, which has no
 * regions
 */
export function useVideoCommands(
  video: Video,
  player: Player,
  hasVideo: boolean,
  show: PanelSwitch & { mark(): void; goTo(): void; tab(tab: InspectorTab): void; add(): void; miss(): void },
): void {
  const t = useVideoText();
  const words = useUiText();
  const moments = useMomentText();
  const hasResults = useHasResults(video);
  const group = t('commands');
  const command = (id: string, label: string, icon: LucideIcon, run: () => void, shortcut?: string): Command => ({
    id: `video.${id}`,
    label,
    icon,
    group,
    run,
    ...(shortcut !== undefined && { shortcut }),
  });
  const state = { isBusy: isBusy(video), hasResults, withResults: true, onDownload: () => void downloadFile(video) };
  const panel = panelActions(show);
  useCommands([
    ...videoMenu(video, state, words).flatMap((entry) => fromEntry(entry, command)),
    command('mark', moments('mark'), Bookmark, show.mark, 'm'),
    command('add', t('add'), Plus, show.add),
    command('miss', t('miss.here'), ScanEye, show.miss),
    command('play', t('key.space'), Play, player.toggle, 'space'),
    command('time', t('key.goTo'), Clock, show.goTo, 'g'),
    command('in', t('range.in'), SquareDashed, player.markIn, 'i'),
    command('out', t('range.out'), SquareDashed, player.markOut, 'o'),
    command('captions', t('key.captions'), Captions, player.toggleCaptions, 'c'),
    command('boxes', t('key.boxes'), SquareDashed, player.toggleBoxes, 'b'),
    ...(hasVideo ? [command('region', t('similar.region'), Crop, player.startSelecting, 'r')] : []),
    command('mute', t('key.mute'), Volume2, player.toggleMuted, 'shift+m'),
    command('full', t('key.full'), Maximize, toggleFullscreenOfPage, 'f'),
    command('find', t('key.search'), Search, panel.search, '/'),
    command('read', t('key.transcript'), FileText, panel.read, 't'),
    ...INSPECTOR_TABS.map((tab) =>
      command(`tab.${tab}`, `${t('tab.label')}: ${t(`tab.${tab}`)}`, List, () => show.tab(tab)),
    ),
  ]);
}

function fromEntry(
  entry: MenuEntry,
  command: (id: string, label: string, icon: LucideIcon, run: () => void) => Command,
): Command[] {
  if (!('onSelect' in entry) || entry.disabled === true || !entry.id || !entry.icon) return [];
  return [command(entry.id, entry.label, entry.icon, entry.onSelect)];
}
