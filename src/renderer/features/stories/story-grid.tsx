import { Ellipsis, FolderOpen, PencilLine, Trash2 } from 'lucide-react';
import { useLocation } from 'wouter';
import type { Story } from '../../../contract/search/stories.ts';
import { IconButton } from '../../ui/controls/button.tsx';
import { ContextMenu } from '../../ui/controls/context-menu.tsx';
import { Menu, type MenuEntry } from '../../ui/controls/menu.tsx';
import { useStoryText } from '../../ui/lib/texts/story-text.ts';
import { StoryCard } from '../../ui/media/story-card.tsx';
import styles from './page.module.css';
import { useTrashStory } from './use-trash-story.ts';

/** Cards of stories with their commands. */
export function StoryGrid({
  stories,
  stillUrl,
  onRename,
}: {
  stories: readonly Story[];
  stillUrl: ((jobId: string, seconds: number) => string | null) | null;
  onRename(id: string): void;
}) {
  const t = useStoryText();
  const [, navigate] = useLocation();
  const trash = useTrashStory();
  const commands = (story: Story): MenuEntry[] => [
    { label: t('rename'), icon: PencilLine, onSelect: () => onRename(story.id) },
    { separator: true },
    { label: t('trash'), icon: Trash2, danger: true, onSelect: () => void trash(story) },
  ];
  const entriesAt = (target: Element): readonly MenuEntry[] => {
    const id = target.closest<HTMLElement>('[data-story]')?.dataset['story'];
    const story = stories.find((each) => each.id === id);
    if (!story) return [];
    return [
      { label: t('open'), icon: FolderOpen, onSelect: () => navigate(`/stories/${story.id}`) },
      ...commands(story),
    ];
  };
  return (
    <ContextMenu entriesAt={entriesAt} label={t('actions')} className={styles.menu}>
      <ul className={styles.cards} aria-label={t('title')}>
        {stories.map((story) => (
          <li key={story.id} data-story={story.id} className={styles.item}>
            <StoryCard story={story} stillUrl={stillUrl} />
            <span className={styles.more}>
              <Menu entries={commands(story)}>
                <IconButton size="small" icon={Ellipsis} label={`${t('actions')}: ${story.title}`} />
              </Menu>
            </span>
          </li>
        ))}
      </ul>
    </ContextMenu>
  );
}
