import type { PublicStory } from '../../contract/sharing/shared-reports.ts';
import { dateOf } from './date.ts';
import { createElement } from './element.ts';
import { createHeader } from './header.ts';
import { createMarkdown } from './markdown.ts';
import { position } from './position.ts';
import { createStoryItems } from './story-items.ts';
import { createStoryPlayer, momentsOf } from './story-player.ts';
import { t } from './text.ts';

/** Creates the page of a shared story: header, player, and items in order. */
export function createStoryPage(story: PublicStory, renew: () => Promise<PublicStory>): HTMLElement {
  const { title, description, duration } = story.story;
  document.title = `${title} · Reelscope`;
  const count = momentsOf(story).length;
  const isPlayable = story.parts.includes('clips') && count > 0;
  const items = createStoryItems(story, isPlayable ? (index) => player?.play(index) : null);
  const player = isPlayable ? createStoryPlayer(story, items.showMoment, renew) : null;
  const facts = [
    t('momentCount', { count }),
    t('length', { value: position(duration) }),
    t('made', { value: dateOf(story.created_at) }),
    story.expires_at === null ? null : t('until', { value: dateOf(story.expires_at) }),
  ];
  const about = description === '' ? null : createMarkdown(description);
  const watch = createElement('div', { class: 'watch' }, player?.root ?? null, about);
  return createElement(
    'div',
    { class: 'report' },
    createHeader(t('sharedStory'), title, facts),
    createElement(
      'div',
      { class: isPlayable ? 'columns' : 'columns plain' },
      (player ?? about) !== null && watch,
      items.root,
    ),
  );
}
