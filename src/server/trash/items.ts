import type { Trash, TrashedVideo } from '../../contract/library/trash.ts';
import type { Moment } from '../../contract/search/moments.ts';
import type { Story } from '../../contract/search/stories.ts';

type Kinds = Pick<Trash, 'videos' | 'moments' | 'stories'>;

/** Something in the trash, of any kind. */
export interface TrashedItem {
  /** Unique among all kinds. */
  id: string;
  name: string;
  deleted_at: string | null;
  video?: TrashedVideo;
  moment?: Moment;
  story?: Story;
}

/** Items of all kinds. */
export function itemsOf({ videos, moments, stories }: Kinds): TrashedItem[] {
  return [
    ...videos.map((video) => ({ id: `v${video.id}`, name: video.name, deleted_at: video.deleted_at, video })),
    ...moments.map((moment) => ({ id: `m${moment.id}`, name: moment.title, deleted_at: moment.deleted_at, moment })),
    ...stories.map((story) => ({ id: `s${story.id}`, name: story.title, deleted_at: story.deleted_at, story })),
  ];
}

/** Items of each kind, in the same order. */
export function itemsByKind(items: readonly TrashedItem[]): Kinds {
  return {
    videos: items.flatMap(({ video }) => video ?? []),
    moments: items.flatMap(({ moment }) => moment ?? []),
    stories: items.flatMap(({ story }) => story ?? []),
  };
}
