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

interface SharedStoriesParts {
  store: Store;
  stories: Pick<StoriesService, 'get'>;
  links: Links;
  stills: StillFiles;
  clips: StoryClips;
}

/** Public views of stories: the parts that the owner of a link chose, of the story as it is now. */
export class SharedStories {
  readonly #parts: SharedStoriesParts;
  readonly #stops: readonly (() => void)[];
  #timer: NodeJS.Timeout | undefined;

  constructor(parts: SharedStoriesParts) {
    const { stories, moments, videos } = parts.store;
    this.#parts = parts;
    this.#stops = [
      stories.onChange(() => this.ensureClips()),
      moments.onChange(() => this.ensureClips()),
      // Moments come and go with their video.
      videos.onChange(({ kind }) => kind !== 'changed' && this.ensureClips()),
    ];
  }

  /** Requests the clips of all stories with an open link, soon. */
  ensureClips(): void {
    // Not delayed by further requests: viewers may poll.
    this.#timer ??= setTimeout(() => this.#requestClips(), UPDATE_DELAY_MS).unref();
  }

  /** Videos of a story's moments, with the parts that are shown, by item. */
  shownOf(row: StoryRow): Pick<StoryMoment, 'id' | 'video' | 'range'>[] {
    return momentsOf(this.#contentOf(row));
  }

  /** Public view of a story. */
  async view(hash: string, origin: string, report: SharedReportRow, row: StoryRow): Promise<PublicStory> {
    const { links, clips } = this.#parts;
    const shared = sharedParts(report);
    const story = this.#storyOf(row);
    const urls = links.shareItems(origin, hash, report.expiresAt);
    const content = this.#contentOf(row);
    // The source of a video without findings may be another file since. Only clips that no one has requested are, so
    // that viewers can't repeat failed work.
    if (!momentsOf(content).every((moment) => clips.isWanted(sharedClip(moment, report)))) this.ensureClips();
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
            ? { id: entry.id, kind: entry.kind, moment: await this.#momentOf(entry, report, urls) }
            : { id: entry.id, kind: entry.kind, text: entry.text },
        ),
      ),
      allows_comments: report.allowsComments === 1,
      expires_at: report.expiresAt === null ? null : formatTimestamp(report.expiresAt),
      created_at: formatTimestamp(report.createdAt),
    };
  }

  /** Finds a file of an item, as far as it is shared. */
  async file(report: SharedReportRow, row: StoryRow, part: SharedItemPart): Promise<StoredObject | undefined> {
    if (!sharedParts(report).has('clips')) return undefined;
    const entry = momentsOf(this.#contentOf(row)).find(({ id }) => id === String(part.itemId));
    if (!entry) return undefined;
    if (part.kind === 'clip') return this.#parts.clips.find(sharedClip(entry, report));
    return report.blur === null ? this.#stillOf(entry) : undefined;
  }

  async close(): Promise<void> {
    clearTimeout(this.#timer);
    for (const stop of this.#stops) stop();
    await this.#parts.clips.close();
  }

  #requestClips(): void {
    const { store, clips } = this.#parts;
    this.#timer = undefined;
    const byStory = Map.groupBy(store.reports.sharedStories(), ({ storyId }) => storyId);
    const wanted = [...byStory].flatMap(([storyId, open]) => {
      const row = store.stories.get(open[0]!.userId, storyId);
      const moments = row ? momentsOf(this.#contentOf(row)) : [];
      return open.flatMap((link) => moments.map((moment) => sharedClip(moment, link)));
    });
    clips.want(wanted);
  }

  #storyOf({ userId, id }: StoryRow): Story {
    return this.#parts.stories.get(userId, String(id));
  }

  #contentOf(row: StoryRow): StoryEntry[] {
    return storyContent(this.#parts.store, row.userId, this.#storyOf(row));
  }

  /** A saved frame of the moment itself: those around it are not shared. */
  #stillOf({ video, range }: StoryMoment): Promise<StoredObject | undefined> {
    const { stills } = this.#parts;
    return stills.firstWithin(video.jobId, Math.ceil(range.start * 1000), Math.floor(range.end * 1000));
  }

  async #momentOf(
    entry: StoryMoment,
    report: SharedReportRow,
    urls: ReturnType<Links['shareItems']>,
  ): Promise<PublicMoment> {
    const { moment, video, range, transcript, sha256 } = entry;
    const shared = sharedParts(report);
    const state = shared.has('clips') ? await this.#parts.clips.state(sharedClip(entry, report)) : 'not_shared';
    // Saved frames show faces.
    const hasStill = report.blur === null && (await this.#stillOf(entry)) !== undefined;
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
      picture_url: shared.has('clips') && hasStill ? urls.picture(Number(entry.id)) : null,
    };
  }
}

function sharedParts({ parts }: SharedReportRow): ReadonlySet<SharePart> {
  return new Set(JSON.parse(parts ?? '[]'));
}
