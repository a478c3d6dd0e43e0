import type { Story } from '../../../contract/search/stories.ts';
import { restoreStory, trashStory } from '../../api/live/story-changes.ts';
import { toast } from '../../ui/feedback/toast.tsx';
import { errorText } from '../../ui/lib/messages.ts';
import { useStoryText } from '../../ui/lib/texts/story-text.ts';

/** Returns a command that moves a story to the trash and can be undone. Resolves to whether it succeeded. */
export function useTrashStory(): (story: Story) => Promise<boolean> {
  const t = useStoryText();
  const report = (error: unknown) => toast(errorText(error), { tone: 'bad' });
  return async (story) => {
    try {
      await trashStory(story);
      const undo = () => void restoreStory(story).catch(report);
      const action = { label: t('undo'), run: undo };
      toast(t('trashed', { title: story.title }), { action, trashed: { kind: 'stories', ids: [story.id] } });
      return true;
    } catch (error) {
      report(error);
      return false;
    }
  };
}
