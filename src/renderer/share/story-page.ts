import { formatLasting } from '../../base/time.ts';
import type { PublicStory } from '../../contract/sharing/shared-reports.ts';
import { createComments } from './comments.ts';
import type { CommentsClient } from './comments-client.ts';
import { dateOf } from './date.ts';
import { createElement } from './element.ts';
import { createHeader } from './header.ts';
import { createMarkdown } from './markdown.ts';
import { createStoryItems } from './story-items.ts';
import { createStoryPlayer, momentsOf, type StoryPlayer } from './story-player.ts';
import { language, t } from './text.ts';

/**
 * Creates the page of a shared story: header, player, and items in order.
 * @param comments null if the link takes none
 */
export function createStoryPage(
  story: PublicStory,
  renew: () => Promise<PublicStory>,
  comments: CommentsClient | null,
): HTMLElement {
  const { title, description, duration } = story.story;
  document.title = `${title} · Reelscope`;
  const count = momentsOf(story).length;
  const isPlayable = story.parts.includes('clips') && count > 0;
  const renewed = async () => {
    const fresh = await renew();
    items.showStills(momentsOf(fresh));
    return fresh;
  };
  const items = createStoryItems(story, isPlayable ? (index) => player?.play(index) : null);
  const player = isPlayable ? createStoryPlayer(story, items.showMoment, renewed) : null;
  const facts = [
    t('momentCount', { count }),
    t('length', { value: formatLasting(duration, language) }),
    t('made', { value: dateOf(story.created_at) }),
    story.expires_at === null ? null : t('until', { value: dateOf(story.expires_at) }),
  ];
  const about = description === '' ? null : createMarkdown(description);
  const said = comments && count > 0 ? commentsOf(story, comments, player) : null;
  const watch = createElement('div', { class: 'watch' }, player?.root ?? null, about, said);
  return createElement(
    'div',
    { class: 'report' },
    createHeader(t('sharedStory'), title, facts),
    createElement(
      'div',
      { class: isPlayable ? 'columns' : 'columns plain' },
      (player ?? about ?? said) !== null && watch,
      items.root,
    ),
  );
}

/** Comments on the moments of a story. Their times are those of the videos, and clips begin at the moments. */
function commentsOf(story: PublicStory, comments: CommentsClient, player: StoryPlayer | null): HTMLElement {
  const targets = momentsOf(story).map(({ id, moment }, index) => {
    return { itemId: id, label: `${index + 1}. ${moment.title}`, start: moment.start_time, end: moment.end_time };
  });
  const play = player && ((index: number, seconds: number) => player.play(index, seconds - targets[index]!.start));
  return createComments(comments, targets, play, () => {
    const at = player?.now();
    return at ? { index: at.index, seconds: targets[at.index]!.start + at.seconds } : null;
  });
}
