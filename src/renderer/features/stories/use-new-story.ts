import { useRef } from 'react';
import { useLocation } from 'wouter';
import { createStory } from '../../api/live/story-changes.ts';
import { toast } from '../../ui/feedback/toast.tsx';
import { errorText } from '../../ui/lib/messages.ts';
import { useStoryText } from '../../ui/lib/texts/story-text.ts';

/** Returns a command that creates a story, one at a time, and opens it, ready to be named. */
export function useNewStory(): () => Promise<void> {
  const t = useStoryText();
  const [, navigate] = useLocation();
  const isCreating = useRef(false);
  return async () => {
    if (isCreating.current) return;
    isCreating.current = true;
    try {
      const { id } = await createStory({ title: t('untitled') });
      navigate(`/stories/${id}?new`);
    } catch (error) {
      toast(errorText(error), { tone: 'bad' });
    } finally {
      isCreating.current = false;
    }
  };
}
