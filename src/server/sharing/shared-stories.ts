import { formatTimestamp, roundSeconds } from '../../base/time.ts';
import type { Story } from '../../contract/search/stories.ts';
import type { SharePart } from '../../contract/sharing/share-parts.ts';
import type { PublicMoment, PublicStory } from '../../contract/sharing/shared-reports.ts';
import type { Store } from '../../db/index.ts';
import type { SharedReportRow, StoryRow } from '../../db/schema.ts';
import type { StoredObject } from '../../storage/object-store.ts';
import type { Links } from '../library/files/links.ts';
import type { SharedItemPart } from '../library/files/media-files.ts';
import type { StillFiles } from '../library/stills.ts';
import type { StoriesService } from '../stories/stories.ts';
import { momentsOf, type StoryEntry, type StoryMoment, storyContent } from '../stories/story-content.ts';
import { type StoryClips, sharedClip } from './story-clips.ts';

/** Delay after a change, since changes come in bursts. */
const UPDATE_DELAY_MS = 300;

export type SharedStories = ReturnType<typeof createSharedStories>;

/** Public views of stories: the parts that the owner of a link chose, of the story as it is now. */
export function createSharedStories(parts: {
  store: Store;
  stories: Pick<StoriesService, 'get'>;
  links: Links;
  stills: StillFiles;
  clips: StoryClips;
}) {
  const { store, stories, links, stills, clips } = parts;
  let timer: NodeJS.Timeout | undefined;
  const storyOf = ({ userId, id }: StoryRow): Story => stories.get(userId, String(id));
  const contentOf = (row: StoryRow): StoryEntry[] => storyContent(store, row.userId, storyOf(row));
  const sharedOf = ({ parts: chosen }: SharedReportRow): ReadonlySet<SharePart> => new Set(JSON.parse(chosen ?? '[]'));

  /** Requests the clips of all stories with an open link. */
  const update = (): void => {
    timer = undefined;
    const byStory = Map.groupBy(store.reports.sharedStories(), ({ storyId }) => storyId);
    const wanted = [...byStory].flatMap(([storyId, open]) => {
      const row = store.stories.get(open[0]!.userId, storyId);
      const moments = row ? momentsOf(contentOf(row)) : [];
      return open.flatMap((link) => moments.map((moment) => sharedClip(moment, link)));
    });
    clips.want(wanted);
  };
  const ensureClips = (): void => {
    // Not delayed by further requests: viewers may poll.
    if (timer) return;
    timer = setTimeout(update, UPDATE_DELAY_MS);
    timer.unref();
  };
  const stops = [
    store.stories.onChange(ensureClips),
    store.moments.onChange(ensureClips),
    // Moments come and go with their video.
    store.videos.onChange(({ kind }) => kind !== 'changed' && ensureClips()),
  ];

  /** A saved frame of the moment itself: those around it are not shared. */
  const pictureOf = ({ video, range }: StoryMoment): Promise<StoredObject | undefined> =>
    stills.firstWithin(video.jobId, Math.ceil(range.start * 1000), Math.floor(range.end * 1000));

  const momentOf = async (
    entry: StoryMoment,
    report: SharedReportRow,
    urls: ReturnType<Links['shareItems']>,
  ): Promise<PublicMoment> => {
    const { moment, video, range, transcript, sha256 } = entry;
    const { blur } = report;
    const shared = sharedOf(report);
    const state = shared.has('clips') ? await clips.state(sharedClip(entry, report)) : 'not_shared';
    // Saved frames show faces.
    const hasPicture = blur === null && (await pictureOf(entry)) !== undefined;
    return {
      title: moment.title,
      note: shared.has('notes') ? moment.note : '',
      tags: moment.tags.map(({ name }) => name),
      video_name: video.name,
      start_time: roundSeconds(range.start),
      end_time: roundSeconds(range.end),
      transcript: shared.has('transcript') ? transcript : [],
      sha256: shared.has('hashes') ? sha256 : null,
      has_picture: video.media !== null && JSON.parse(video.media).video !== null,
      clip_state: state,
      clip_url: state === 'ready' ? urls.clip(Number(entry.id)) : null,
      picture_url: shared.has('clips') && hasPicture ? urls.picture(Number(entry.id)) : null,
    };
  };

  return {
    ensureClips,

    /** Videos of a story's moments, with the parts that are shown, by item. */
    shownOf: (row: StoryRow): Pick<StoryMoment, 'id' | 'video' | 'range'>[] => momentsOf(contentOf(row)),

    /** Public view of a story. */
    async view(hash: string, origin: string, report: SharedReportRow, row: StoryRow): Promise<PublicStory> {
      const shared = sharedOf(report);
      const story = storyOf(row);
      const urls = links.shareItems(origin, hash, report.expiresAt);
      const content = contentOf(row);
      // The source of a video without findings may be another file since. Only clips that no one has requested are, so
      // that viewers can't repeat failed work.
      if (!momentsOf(content).every((moment) => clips.isWanted(sharedClip(moment, report)))) ensureClips();
      const items = content.filter(({ kind }) => kind !== 'note' || shared.has('notes'));
      return {
        share_hash: hash,
        story: {
          title: story.title,
          description: shared.has('notes') ? story.description : '',
          duration: story.duration,
        },
        parts: [...shared],
        items: await Promise.all(
          items.map(async (entry) =>
            entry.kind === 'moment'
              ? { id: entry.id, kind: entry.kind, moment: await momentOf(entry, report, urls) }
              : { id: entry.id, kind: entry.kind, text: entry.text },
          ),
        ),
        allows_comments: report.allowsComments === 1,
        expires_at: report.expiresAt === null ? null : formatTimestamp(report.expiresAt),
        created_at: formatTimestamp(report.createdAt),
      };
    },

    /** Finds a file of an item, as far as it is shared. */
    async file(report: SharedReportRow, row: StoryRow, part: SharedItemPart): Promise<StoredObject | undefined> {
      if (!sharedOf(report).has('clips')) return undefined;
      const entry = momentsOf(contentOf(row)).find(({ id }) => id === String(part.itemId));
      if (!entry) return undefined;
      if (part.kind === 'clip') return clips.find(sharedClip(entry, report));
      return report.blur === null ? pictureOf(entry) : undefined;
    },

    async close(): Promise<void> {
      clearTimeout(timer);
      for (const stop of stops) stop();
      await clips.close();
    },
  };
}
