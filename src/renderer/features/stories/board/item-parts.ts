import type { StoryItem } from '../../../../contract/search/stories.ts';
import type { useStoryText } from '../../../ui/lib/texts/story-text.ts';

/** A heading or note that is being written, before the item at `position`. */
export interface Draft {
  kind: 'heading' | 'note';
  position: number;
}

/** Name of an item in announcements and labels of its buttons. */
export function itemName({ moment, text, kind }: StoryItem, t: ReturnType<typeof useStoryText>): string {
  if (kind !== 'moment') return text.split('\n')[0]!.slice(0, 60);
  return moment?.title ?? t('gone');
}
