import { createRoute, OpenAPIHono } from '@hono/zod-openapi';
import type { AppEnv } from '../context/app-env.ts';
import { libraryStream } from '../streams/library-stream.ts';
import { answersOther, SECURED } from './route-parts.ts';

const follow = createRoute({
  method: 'get',
  path: '/events',
  tags: ['Videos'],
  summary: 'Follows the library as server-sent events (extension)',
  description:
    'A frame `video` with {job_id, change, video} for each video that was added, changed or removed, by whatever client. There is no history: whoever comes back asks for the list.',
  ...SECURED,
  responses: answersOther(['text/event-stream'], 'The stream; it stays open.'),
});

export const libraryEventsRoutes = new OpenAPIHono<AppEnv>().openapi(follow, (c) => {
  const { services, caller } = c.var;
  return libraryStream((listener) => services.libraryEvents.subscribe(caller.userId, listener));
});
