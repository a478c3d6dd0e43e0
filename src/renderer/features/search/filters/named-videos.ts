import type { Video } from '../../../../contract/library/video.ts';
import { wordsOf } from '../../../ui/lib/mark-words.ts';

/** Videos whose names contain every word of a text, ignoring case and accents. */
export function namedVideos(videos: readonly Video[], text: string): Video[] {
  const words = wordsOf(text);
  if (words.length === 0) return [];
  return videos.filter(({ name }) => {
    const folded = wordsOf(name).join(' ');
    return words.every((word) => folded.includes(word));
  });
}
