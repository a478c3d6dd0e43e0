import { Download, Ellipsis, MessageCircleQuestion, PencilLine, Play, Share2, Trash2 } from 'lucide-react';
import { useLocation } from 'wouter';
import { playedMoments, type Story } from '../../../../contract/search/stories.ts';
import { Button, IconButton } from '../../../ui/controls/button.tsx';
import { Menu } from '../../../ui/controls/menu.tsx';
import { useCommands } from '../../../ui/lib/commands.ts';
import { useIsNarrow } from '../../../ui/lib/media-query.ts';
import { openOverlay } from '../../../ui/lib/overlays.ts';
import { useStoryText } from '../../../ui/lib/texts/story-text.ts';
import { useTrashStory } from '../use-trash-story.ts';

/** Commands on a story, also in the command palette. */
export function BoardActions({ story, onPlay, onRename }: { story: Story; onPlay(): void; onRename(): void }) {
  const t = useStoryText();
  const [, navigate] = useLocation();
  const trash = useTrashStory();
  const remove = async () => {
    if (await trash(story)) navigate('/stories');
  };
  const canPlay = playedMoments(story.items).length > 0;
  const ask = () => navigate(`/ask?story=${story.id}`);
  const share = () => openOverlay({ kind: 'share-story', storyId: story.id });
  const exportStory = () => openOverlay({ kind: 'export-story', storyId: story.id });
  const isNarrow = useIsNarrow();
  const group = t('story');
  useCommands([
    ...(canPlay ? [{ id: 'story.play', label: t('play'), group, icon: Play, run: onPlay }] : []),
    { id: 'story.share', label: t('share'), group, icon: Share2, run: share },
    { id: 'story.export', label: t('export'), group, icon: Download, run: exportStory },
    { id: 'story.ask', label: t('ask'), group, icon: MessageCircleQuestion, run: ask },
    { id: 'story.rename', label: t('rename.title'), group, icon: PencilLine, run: onRename },
    { id: 'story.trash', label: t('trash'), group, icon: Trash2, run: () => void remove() },
  ]);
  return (
    <>
      <Button look="primary" icon={Play} disabled={!canPlay} onClick={onPlay}>
        {t('play')}
      </Button>
      {!isNarrow && (
        <>
          <Button icon={Share2} onClick={share}>
            {t('share')}
          </Button>
          <Button icon={Download} onClick={exportStory}>
            {t('export')}
          </Button>
        </>
      )}
      <Menu
        entries={[
          ...(isNarrow
            ? [
                { label: t('share'), icon: Share2, onSelect: share },
                { label: t('export'), icon: Download, onSelect: exportStory },
              ]
            : []),
          { label: t('ask'), icon: MessageCircleQuestion, onSelect: ask },
          { label: t('rename'), icon: PencilLine, onSelect: onRename },
          { separator: true },
          { label: t('trash'), icon: Trash2, danger: true, onSelect: () => void remove() },
        ]}
      >
        <IconButton icon={Ellipsis} label={t('actions')} />
      </Menu>
    </>
  );
}
