import type { JobEvent } from '../../contract/analysis/events.ts';
import type {
  EventGroupChange,
  LibraryEvent,
  PeopleChange,
  SavedSearchChange,
  StoryChange,
} from '../../contract/library/library-events.ts';
import type { Store } from '../../db/index.ts';
import { toComment } from './mappers/comment-mapper.ts';
import { toMoment } from './mappers/moment-mapper.ts';
import { toProject } from './mappers/project-mapper.ts';
import { toTag } from './mappers/tag-mapper.ts';
import { toVideo } from './mappers/video-mapper.ts';

/** Changes to the videos, moments, tags, stories, events, saved searches, projects, and people of a library. */
export interface LibraryEvents {
  /** Subscribes to changes of this user's library. Returns a function that unsubscribes. */
  subscribe(userId: number, listener: (event: LibraryEvent) => void): () => void;
}

/** Events of all jobs. */
export interface JobEventFeed {
  subscribeAll(listener: (jobId: string, event: JobEvent) => void): () => void;
}

/** Changes to what a user has, such as stories. */
interface ChangeFeed<Change> {
  subscribe(userId: number, listener: (change: Change) => void): () => void;
}

export function createLibraryEvents(
  store: Store,
  jobs: JobEventFeed,
  stories: ChangeFeed<StoryChange>,
  eventGroups: ChangeFeed<EventGroupChange>,
  savedSearches: ChangeFeed<SavedSearchChange>,
  people: ChangeFeed<PeopleChange>,
): LibraryEvents {
  return {
    subscribe(userId, listener) {
      const tell = (jobId: string, change: 'added' | 'changed') => {
        const video = store.videos.get(userId, jobId);
        if (video) listener({ name: 'video', body: { job_id: jobId, change, video: toVideo(video) } });
      };
      const stops = [
        store.videos.onChange((change) => {
          if (change.userId !== userId) return;
          const { jobId: job_id, kind } = change;
          if (kind === 'removed') listener({ name: 'video', body: { job_id, change: kind, video: null } });
          else tell(job_id, kind);
        }),
        store.moments.onChange((change) => {
          if (change.userId !== userId) return;
          const { id, jobId: job_id, kind } = change;
          const moment = kind === 'removed' ? undefined : store.moments.get(userId, id);
          if (kind !== 'removed' && !moment) return;
          const body = { moment_id: String(id), job_id, change: kind, moment: moment ? toMoment(moment) : null };
          listener({ name: 'moment', body });
        }),
        store.comments.onChange((change) => {
          if (change.userId !== userId) return;
          const { id, jobId: job_id, kind } = change;
          const row = kind === 'removed' ? undefined : store.comments.get(userId, id);
          if (kind !== 'removed' && !row) return;
          const comment = row ? toComment(row) : null;
          listener({ name: 'comment', body: { comment_id: String(id), job_id, change: kind, comment } });
        }),
        store.tags.onChange((change) => {
          if (change.userId !== userId) return;
          const { id, kind } = change;
          const tag = kind === 'removed' ? undefined : store.tags.get(userId, id);
          if (kind !== 'removed' && !tag) return;
          listener({ name: 'tag', body: { tag_id: String(id), change: kind, tag: tag ? toTag(tag) : null } });
        }),
        store.projects.onChange((change) => {
          if (change.userId !== userId) return;
          const { id, kind } = change;
          const project = kind === 'removed' ? undefined : store.projects.get(userId, id);
          if (kind !== 'removed' && !project) return;
          const body = { project_id: String(id), change: kind, project: project ? toProject(project) : null };
          listener({ name: 'project', body });
        }),
        people.subscribe(userId, (body) => listener({ name: 'people', body })),
        eventGroups.subscribe(userId, (body) => listener({ name: 'event_group', body })),
        stories.subscribe(userId, (body) => listener({ name: 'story', body })),
        savedSearches.subscribe(userId, (body) => listener({ name: 'saved_search', body })),
        // A video's status follows its job.
        jobs.subscribeAll((jobId, { name }) => {
          if (name === 'status' || name === 'completed' || name === 'failed') tell(jobId, 'changed');
        }),
      ];
      return () => {
        for (const stop of stops) stop();
      };
    },
  };
}
