import { type Clock, formatClock, roundSeconds } from '../../base/time.ts';
import { ReelscopeError } from '../../contract/errors.ts';
import type { CreateMomentRequest, Moment } from '../../contract/search/moments.ts';
import {
  type Comment,
  type CreateCommentRequest,
  MAX_COMMENTS_PER_LINK,
  type PublicComment,
  type PublicComments,
  type UpdateCommentRequest,
} from '../../contract/sharing/comments.ts';
import { sentence } from '../../core/texts/sentence.ts';
import { shortTitle } from '../../core/transcript/short-title.ts';
import type { NewNotification } from '../../db/accounts/notifications.ts';
import type { Store } from '../../db/index.ts';
import type { CommentView } from '../../db/moments/comments.ts';
import type { SharedItem } from '../../db/repositories/reports.ts';
import type { CommentRow, VideoRow } from '../../db/schema.ts';
import { parseId, requireFound, requireVideo } from '../errors/lookup.ts';
import { toComment, toPublicComment } from '../library/mappers/comment-mapper.ts';
import { RateLimiter } from './lan/rate-limiter.ts';
import type { ReportsService } from './reports.ts';
import type { SharedStories } from './shared-stories.ts';

/** New comments per minute and link, whoever writes them. */
const COMMENTS_PER_MINUTE = 10;

interface CommentsServiceParts {
  store: Store;
  clock: Clock;
  reports: Pick<ReportsService, 'openWith'>;
  stories: Pick<SharedStories, 'shownOf'>;
  moments: { create(userId: number, request: CreateMomentRequest): Moment };
  notifications: { notify(userId: number, notification: NewNotification): unknown };
}

/** Comments of people who open a link, and what its owner does with them. */
export class CommentsService {
  readonly #parts: CommentsServiceParts;
  readonly #limit;

  constructor(parts: CommentsServiceParts) {
    this.#parts = parts;
    this.#limit = new RateLimiter(parts.clock, COMMENTS_PER_MINUTE);
  }

  /** Comments on the page of a link. @throws like `openWith` */
  async ofLink(hash: string, password: string | undefined): Promise<PublicComments> {
    const { report } = await this.#openWith(hash, password);
    const all = this.#parts.store.comments.ofLink(report.id);
    const comments = all.filter(({ state }) => state !== 'declined').map(toPublicComment);
    return { comments, is_full: isFull(all) };
  }

  /**
   * Adds a comment of a visitor and notifies the owner of the link.
   * @throws ReelscopeError as `openWith`; `invalid_request` for an empty range, or an item that the story doesn't
   * show; `rate_limited`; `conflict` if the link takes no more comments
   */
  async add(hash: string, password: string | undefined, request: CreateCommentRequest): Promise<PublicComment> {
    const { store } = this.#parts;
    const shared = await this.#openWith(hash, password);
    const { video, itemId, range } = this.#placeOf(shared, request.item_id);
    const clamped = (seconds: number) => roundSeconds(Math.min(Math.max(seconds, range.start), range.end));
    const startTime = clamped(request.start_time);
    const endTime = request.end_time == null ? null : clamped(request.end_time);
    if (endTime !== null && endTime <= startTime)
      throw new ReelscopeError('invalid_request', sentence('comment.range'));
    const { id: linkId } = shared.report;
    this.#requireRoom(linkId);
    const { name, text } = request;
    const comment = store.transaction(() => {
      const added = store.comments.add({ linkId, videoId: video.id, itemId, startTime, endTime, name, text });
      this.#notify(video, added);
      return added;
    });
    return toPublicComment(comment);
  }

  /** Comments on a video by links to it and to stories, in time order. @throws ReelscopeError `not_found` */
  ofVideo(userId: number, jobId: string): Comment[] {
    const { store } = this.#parts;
    const { id } = requireVideo(store, userId, jobId);
    return store.comments.ofVideo(userId, id).map(toComment);
  }

  /** Comments by links to a story, oldest first. @throws ReelscopeError `not_found` */
  ofStory(userId: number, storyId: string): Comment[] {
    const { store } = this.#parts;
    const { id } = requireFound(store.stories.get(userId, parseId(storyId, 'story')), 'story');
    return store.comments.ofStory(userId, id).map(toComment);
  }

  /**
   * Accepts, declines, or answers a comment. An accepted one becomes a moment, once.
   * @throws ReelscopeError `not_found`, `conflict` for another state of an accepted comment
   */
  update(userId: number, jobId: string, id: string, { state, reply }: UpdateCommentRequest): Comment {
    const { store, clock } = this.#parts;
    const comment = this.#own(userId, jobId, id);
    const isChange = state !== undefined && state !== comment.state;
    if (!isChange && reply === undefined) return toComment(comment);
    if (isChange && comment.state === 'accepted') throw new ReelscopeError('conflict', sentence('comment.accepted'));
    return store.transaction(() => {
      const moment = isChange && state === 'accepted' ? this.#accept(userId, comment) : undefined;
      const patch = {
        ...(isChange && { state }),
        ...(moment && { momentId: Number(moment.id) }),
        ...(reply !== undefined && { reply, repliedAt: reply === null ? null : clock.now() }),
      };
      return toComment(store.comments.update(comment.id, patch));
    });
  }

  /** Deletes a comment; the moment that it became remains. @throws ReelscopeError `not_found` */
  delete(userId: number, jobId: string, id: string): void {
    return this.#parts.store.comments.delete(this.#own(userId, jobId, id).id);
  }

  /** @throws ReelscopeError as `openWith`, and `forbidden` if the link takes no comments */
  async #openWith(hash: string, password: string | undefined): Promise<SharedItem> {
    const shared = await this.#parts.reports.openWith(hash, password);
    if (shared.report.allowsComments === 0) throw new ReelscopeError('forbidden', sentence('comment.off'));
    return shared;
  }

  /** The video and the part of it that a comment can be about. @throws ReelscopeError `invalid_request` */
  #placeOf({ video, story }: SharedItem, itemId: string | undefined) {
    if (!story) return { video, itemId: null, range: { start: 0, end: video.duration || Number.POSITIVE_INFINITY } };
    const shown = this.#parts.stories.shownOf(story).find(({ id }) => id === itemId);
    if (!shown) throw new ReelscopeError('invalid_request', sentence('comment.item'));
    return { video: shown.video, itemId: Number(shown.id), range: shown.range };
  }

  /** @throws ReelscopeError `rate_limited`, `conflict` if the link has as many comments as it may have */
  #requireRoom(linkId: number): void {
    const waitSeconds = this.#limit.take(String(linkId));
    if (waitSeconds > 0) throw new ReelscopeError('rate_limited', sentence('comment.rate', { seconds: waitSeconds }));
    if (isFull(this.#parts.store.comments.ofLink(linkId)))
      throw new ReelscopeError('conflict', sentence('comment.limit', { limit: MAX_COMMENTS_PER_LINK }));
  }

  #notify({ userId, jobId, name: video }: VideoRow, { name, startTime }: CommentRow): void {
    const message = sentence('comment.message', { name, video, time: formatClock(startTime) });
    this.#parts.notifications.notify(userId, { title: sentence('comment.title'), message, type: 'info', jobId });
  }

  /** @throws ReelscopeError `not_found`, also for a comment on another video */
  #own(userId: number, jobId: string, id: string): CommentView {
    const comment = this.#parts.store.comments.get(userId, parseId(id, 'comment'));
    return requireFound(comment?.jobId === jobId ? comment : undefined, 'comment');
  }

  /** The moment that a comment becomes: titled by its words, which a note repeats only if the title is cut. */
  #accept(userId: number, { jobId, startTime, endTime, name, text }: CommentView): Moment {
    const title = shortTitle(text);
    return this.#parts.moments.create(userId, {
      job_id: jobId,
      start_time: startTime,
      end_time: endTime,
      title,
      // Notes are Markdown, whose links can hide their address behind other words.
      note: title === text ? '' : text.replaceAll('](', '] ('),
      origin: { kind: 'comment', name },
    });
  }
}

const isFull = (comments: readonly CommentRow[]): boolean => comments.length >= MAX_COMMENTS_PER_LINK;
