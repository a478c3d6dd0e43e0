import { z } from 'zod';
import { Moment } from '../search/moments.ts';
import { SavedSearch } from '../search/saved-searches.ts';
import { Story } from '../search/stories.ts';
import { Comment } from '../sharing/comments.ts';
import { EventGroup } from './event-groups.ts';
import { Project } from './projects.ts';
import { CountedTag } from './tags.ts';
import { Video } from './video.ts';

const Change = z.enum(['added', 'changed', 'removed']).meta({ id: 'ChangeKind' });

/** Frame (`event: video`) of `GET /events`: a video was added, changed, or removed. */
export const VideoChange = z
  .object({
    job_id: z.string().describe('ID of the video, and of its job.'),
    change: Change,
    video: Video.nullable().meta({ description: 'The video after the change; null if removed.' }),
  })
  .meta({ id: 'VideoChange' });
export type VideoChange = z.infer<typeof VideoChange>;

/** Frame (`event: moment`) of `GET /events`: a moment was added, changed, moved to or out of the trash, or deleted. */
export const MomentChange = z
  .object({
    moment_id: z.string().describe('ID of the moment.'),
    job_id: z.string().describe('ID of the video, and of its job.'),
    change: Change,
    moment: Moment.nullable().meta({ description: 'The moment after the change; null if removed.' }),
  })
  .meta({ id: 'MomentChange' });
export type MomentChange = z.infer<typeof MomentChange>;

/** Frame (`event: comment`) of `GET /events`: a person commented, or a comment was changed or deleted. */
export const CommentChange = z
  .object({
    comment_id: z.string().describe('ID of the comment.'),
    job_id: z.string().describe('ID of the video, and of its job.'),
    change: Change,
    comment: Comment.nullable().meta({ description: 'The comment after the change; null if removed.' }),
  })
  .meta({ id: 'CommentChange' });
export type CommentChange = z.infer<typeof CommentChange>;

/** Frame (`event: tag`) of `GET /events`: a tag was added, changed, or removed, from its moments as well. */
export const TagChange = z
  .object({
    tag_id: z.string().describe('ID of the tag.'),
    change: Change,
    tag: CountedTag.nullable().meta({ description: 'The tag after the change; null if removed.' }),
  })
  .meta({ id: 'TagChange' });
export type TagChange = z.infer<typeof TagChange>;

/** Frame (`event: story`) of `GET /events`: a story was added, changed, moved to or out of the trash, or deleted. */
export const StoryChange = z
  .object({
    story_id: z.string().describe('ID of the story.'),
    change: Change,
    story: Story.nullable().meta({ description: 'The story after the change; null if removed.' }),
  })
  .meta({ id: 'StoryChange' });
export type StoryChange = z.infer<typeof StoryChange>;

/**
 * Frame (`event: event_group`) of `GET /events`: an event was added, changed, compared further, or deleted. When a
 * video moves to or out of the trash, its `video` event stands for those of its events.
 */
export const EventGroupChange = z
  .object({
    event_id: z.string().describe('ID of the event.'),
    change: Change,
    event: EventGroup.nullable().meta({ description: 'The event after the change; null if removed.' }),
  })
  .meta({ id: 'EventGroupChange' });
export type EventGroupChange = z.infer<typeof EventGroupChange>;

/** Frame (`event: saved_search`) of `GET /events`: a saved search was added, changed, got new hits, or was removed. */
export const SavedSearchChange = z
  .object({
    saved_search_id: z.string().describe('ID of the saved search.'),
    change: Change,
    saved_search: SavedSearch.nullable().meta({ description: 'The search after the change; null if removed.' }),
  })
  .meta({ id: 'SavedSearchChange' });
export type SavedSearchChange = z.infer<typeof SavedSearchChange>;

/** Frame (`event: project`) of `GET /events`: a project was added, changed, or removed; its videos remain. */
export const ProjectChange = z
  .object({
    project_id: z.string().describe('ID of the project.'),
    change: Change,
    project: Project.nullable().meta({ description: 'The project after the change; null if removed.' }),
  })
  .meta({ id: 'ProjectChange' });
export type ProjectChange = z.infer<typeof ProjectChange>;

/**
 * Frame (`event: people`) of `GET /events`: people of a project were turned on or off, named, merged, split, or
 * deleted. It contains no names: a listener may lose access to them.
 */
export const PeopleChange = z
  .object({ project_id: z.string().describe('ID of the project of the people.') })
  .meta({ id: 'PeopleChange' });
export type PeopleChange = z.infer<typeof PeopleChange>;

/** Bodies of the events of `GET /events`, by name. */
export const LIBRARY_EVENT_BODIES = {
  video: VideoChange,
  moment: MomentChange,
  comment: CommentChange,
  tag: TagChange,
  story: StoryChange,
  event_group: EventGroupChange,
  saved_search: SavedSearchChange,
  project: ProjectChange,
  people: PeopleChange,
};

/** An event of `GET /events`. */
export type LibraryEvent = {
  [Name in keyof typeof LIBRARY_EVENT_BODIES]: { name: Name; body: z.infer<(typeof LIBRARY_EVENT_BODIES)[Name]> };
}[keyof typeof LIBRARY_EVENT_BODIES];
