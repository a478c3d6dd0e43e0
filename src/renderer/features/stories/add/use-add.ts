import { useLocation } from 'wouter';
import type { MomentSource } from '../../../../contract/search/stories.ts';
import { addMoments } from '../../../api/live/story-changes.ts';
import { toast } from '../../../ui/feedback/toast.tsx';
import { errorText } from '../../../ui/lib/messages.ts';
import { useStoryText } from '../../../ui/lib/texts/story-text.ts';

/** Returns a command that adds moments to a story, or to a new one of a title, and offers to open it. */
export function useAddMoments(): (
  moments: readonly MomentSource[],
  to: { id: string } | { title: string },
) => Promise<void> {
  const t = useStoryText();
  const [, navigate] = useLocation();
  return async (moments, to) => {
    try {
      const { id, title } = await addMoments(moments, to);
      toast(t('add.done', { title }), {
        tone: 'good',
        action: { label: t('add.open'), run: () => navigate(`/stories/${id}`) },
      });
    } catch (error) {
      toast(errorText(error), { tone: 'bad' });
    }
  };
}
