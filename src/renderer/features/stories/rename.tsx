import { useQuery } from '@tanstack/react-query';
import { updateStory } from '../../api/live/story-changes.ts';
import { queries } from '../../api/queries.ts';
import { NameDialog } from '../../ui/layout/name-dialog.tsx';
import { useStoryText } from '../../ui/lib/texts/story-text.ts';

/** Renames a story. */
export function RenameStory({ id, onClose }: { id: string; onClose(): void }) {
  const t = useStoryText();
  const { data: stories = [] } = useQuery(queries.stories);
  return (
    <NameDialog
      texts={{ title: t('rename.title'), label: t('name'), save: t('rename') }}
      name={stories.find((story) => story.id === id)?.title}
      onSave={async (title) => void (await updateStory(id, { title: title.trim() }))}
      onClose={onClose}
    />
  );
}
