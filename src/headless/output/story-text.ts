import { writePosition } from '../../base/position.ts';
import type { Moment } from '../../contract/search/moments.ts';
import { playedMoments, type Story } from '../../contract/search/stories.ts';

/** A line for each story: id, number of moments, length, and title. */
export function storyTable(stories: readonly Story[]): string {
  return stories
    .map(({ id, title, duration, items }) => {
      const count = playedMoments(items).length;
      return `${id}\t${count} ${count === 1 ? 'moment' : 'moments'}\t${writePosition(duration)}\t${title}\n`;
    })
    .join('');
}

/** A story as text: headings, notes, and numbered moments. */
export function storyOutline({ title, description, items }: Story): string {
  let number = 0;
  const lines = items.map(({ kind, text, moment }) => {
    if (kind === 'heading') return `\n${text}\n`;
    if (kind === 'note' || !moment) return `${text}\n`;
    if (moment.deleted_at !== null) return `–  ${moment.title} (in Trash)\n`;
    return `${++number}. ${moment.title}\n   ${moment.video_title}  ${rangeOf(moment)}\n`;
  });
  return `${title}\n${description === '' ? '' : `${description}\n`}${lines.join('')}`;
}

/** Range of a moment, or its time. */
export function rangeOf({ start_time, end_time }: Pick<Moment, 'start_time' | 'end_time'>): string {
  return writePosition(start_time) + (end_time === null ? '' : `–${writePosition(end_time)}`);
}
