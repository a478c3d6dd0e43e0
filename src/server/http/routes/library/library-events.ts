import { OpenAPIHono } from '@hono/zod-openapi';
import { LIBRARY_EVENT_BODIES } from '../../../../contract/library/library-events.ts';
import type { AppEnv } from '../../context/app-env.ts';
import { libraryStream } from '../../streams/library-stream.ts';
import { defineRoute } from '../define-route.ts';
import { mediaResponse } from '../route-parts.ts';

const follow = defineRoute({
  method: 'get',
  path: '/events',
  access: { scope: 'read' },
  events: LIBRARY_EVENT_BODIES,
  operationId: 'streamLibraryEvents',
  tags: ['Videos'],
  summary: 'Stream library changes as server-sent events (extension)',
  description:
    'A `video` event with {job_id, change, video} for each video that any client adds, changes or removes; likewise `moment` events with {moment_id, job_id, change, moment}, `tag` events with {tag_id, change, tag}, `story` events with {story_id, change, story}, `event_group` events with {event_id, change, event}, `saved_search` events with {saved_search_id, change, saved_search}, and `project` events with {project_id, change, project}. A `people` event with {project_id} follows each change to the people of a project. There is no history: fetch the lists after reconnecting.',
  responses: mediaResponse(['text/event-stream'], 'The event stream, which stays open.'),
});

export const libraryEventsRoutes = new OpenAPIHono<AppEnv>().openapi(follow, (c) => {
  const { services, caller } = c.var;
  return libraryStream(
    (listener) => services.libraryEvents.subscribe(caller.userId, listener),
    (listener) => services.authenticator.onEnd(caller, listener),
  );
});
