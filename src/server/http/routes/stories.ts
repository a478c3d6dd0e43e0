import { OpenAPIHono } from '@hono/zod-openapi';
import { z } from 'zod';
import { PermanentQuery } from '../../../contract/search/moments.ts';
import {
  AddStoryItemsRequest,
  CreateStoryRequest,
  OrderStoryRequest,
  StoriesQuery,
  Story,
  StoryExportQuery,
  UpdateStoryItemRequest,
  UpdateStoryRequest,
} from '../../../contract/search/stories.ts';
import { SharedReport } from '../../../contract/sharing/shared-reports.ts';
import { Ok } from '../../../contract/text.ts';
import type { AppEnv } from '../context/app-env.ts';
import { pageOf } from '../lists/page.ts';
import { SHARED_REPORTS } from '../lists/shared-reports.ts';
import { sendDownload } from '../serving/send-download.ts';
import { defineRoute } from './define-route.ts';
import { createdResponse, downloadResponse, jsonBody, listResponse, okResponse } from './route-parts.ts';

const tags = ['Stories'];
const params = z.object({ story_id: z.string().describe('ID of the story.') });
const itemParams = params.extend({ item_id: z.string().describe('ID of the item.') });
const changed = okResponse(Story, 'The story.');

const list = defineRoute({
  method: 'get',
  path: '/stories',
  access: { scope: 'read' },
  tags,
  summary: 'List stories (extension)',
  request: { query: StoriesQuery },
  responses: listResponse(z.array(Story), 'Last changed first.'),
});

const create = defineRoute({
  method: 'post',
  path: '/stories',
  access: { scope: 'write' },
  tags,
  summary: 'Create a story (extension)',
  request: { body: jsonBody(CreateStoryRequest) },
  responses: createdResponse(Story, 'The story.'),
});

const get = defineRoute({
  method: 'get',
  path: '/stories/{story_id}',
  access: { scope: 'read' },
  tags,
  summary: 'Get a story (extension)',
  request: { params },
  responses: changed,
});

const update = defineRoute({
  method: 'patch',
  path: '/stories/{story_id}',
  access: { scope: 'write' },
  tags,
  summary: 'Update a story (extension)',
  request: { params, body: jsonBody(UpdateStoryRequest) },
  responses: changed,
});

const remove = defineRoute({
  method: 'delete',
  path: '/stories/{story_id}',
  access: { scope: 'write' },
  operationId: 'deleteStory',
  tags,
  summary: 'Move a story to the trash (extension)',
  description: 'Its moments stay. It is deleted after 30 days; `permanent=true` deletes it immediately.',
  request: { params, query: PermanentQuery },
  responses: okResponse(Ok, 'Moved or deleted.'),
});

const restore = defineRoute({
  method: 'post',
  path: '/stories/{story_id}/restore',
  access: { scope: 'write' },
  operationId: 'restoreStory',
  tags,
  summary: 'Restore a story from the trash (extension)',
  request: { params },
  responses: changed,
});

const addItems = defineRoute({
  method: 'post',
  path: '/stories/{story_id}/items',
  access: { scope: 'write' },
  operationId: 'addStoryItems',
  tags,
  summary: 'Add moments, headings, and notes to a story (extension)',
  request: { params, body: jsonBody(AddStoryItemsRequest) },
  responses: createdResponse(Story, 'The story.'),
});

const updateItem = defineRoute({
  method: 'patch',
  path: '/stories/{story_id}/items/{item_id}',
  access: { scope: 'write' },
  operationId: 'updateStoryItem',
  tags,
  summary: 'Change the text of a heading or note in a story (extension)',
  request: { params: itemParams, body: jsonBody(UpdateStoryItemRequest) },
  responses: changed,
});

const removeItem = defineRoute({
  method: 'delete',
  path: '/stories/{story_id}/items/{item_id}',
  access: { scope: 'write' },
  operationId: 'removeStoryItem',
  tags,
  summary: 'Remove an item from a story but keep its moment (extension)',
  request: { params: itemParams },
  responses: changed,
});

const order = defineRoute({
  method: 'put',
  path: '/stories/{story_id}/order',
  access: { scope: 'write' },
  operationId: 'reorderStory',
  tags,
  summary: 'Reorder the items of a story (extension)',
  description: 'Takes the ids of all items. 409 `conflict` if another client has added or removed some.',
  request: { params, body: jsonBody(OrderStoryRequest) },
  responses: changed,
});

const exported = defineRoute({
  method: 'get',
  path: '/stories/{story_id}/export',
  access: { scope: 'read' },
  tags,
  summary: 'Export a story (extension)',
  description:
    'A report, subtitles, a sequence for editing programs, or its clips. Moments in the trash are left out; 409 `not_ready` if none remain. Closing the connection cancels clips.',
  request: { params, query: StoryExportQuery },
  responses: downloadResponse(
    [
      'video/mp4',
      'application/zip',
      'text/html',
      'text/markdown',
      'text/csv',
      'text/vtt',
      'application/x-subrip',
      'text/plain',
      'application/xml',
      'application/json',
      'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
    ],
    'The file.',
  ),
});

const links = defineRoute({
  method: 'get',
  path: '/stories/{story_id}/shared-reports',
  access: { scope: 'read' },
  operationId: 'listSharedReportsOfStory',
  tags,
  summary: 'List the links to a story (extension)',
  request: { params, query: SHARED_REPORTS.query },
  responses: listResponse(z.array(SharedReport), 'Newest first.'),
});

export const storiesRoutes = new OpenAPIHono<AppEnv>()
  .openapi(list, (c) => {
    const query = c.req.valid('query');
    return c.json(c.var.services.stories.list(c.var.caller.userId, query, pageOf(c, query)), 200);
  })
  .openapi(create, (c) => c.json(c.var.services.stories.create(c.var.caller.userId, c.req.valid('json')), 201))
  .openapi(get, (c) => c.json(c.var.services.stories.get(c.var.caller.userId, c.req.valid('param').story_id), 200))
  .openapi(update, (c) => {
    const { story_id } = c.req.valid('param');
    return c.json(c.var.services.stories.update(c.var.caller.userId, story_id, c.req.valid('json')), 200);
  })
  .openapi(remove, (c) => {
    const { permanent } = c.req.valid('query');
    c.var.services.stories.delete(c.var.caller.userId, c.req.valid('param').story_id, permanent === 'true');
    return c.json({ ok: true as const }, 200);
  })
  .openapi(restore, (c) =>
    c.json(c.var.services.stories.restore(c.var.caller.userId, c.req.valid('param').story_id), 200),
  )
  .openapi(addItems, (c) => {
    const { story_id } = c.req.valid('param');
    return c.json(c.var.services.stories.addItems(c.var.caller.userId, story_id, c.req.valid('json')), 201);
  })
  .openapi(updateItem, (c) => {
    const { story_id, item_id } = c.req.valid('param');
    const { text } = c.req.valid('json');
    return c.json(c.var.services.stories.updateItem(c.var.caller.userId, story_id, item_id, text), 200);
  })
  .openapi(removeItem, (c) => {
    const { story_id, item_id } = c.req.valid('param');
    return c.json(c.var.services.stories.removeItem(c.var.caller.userId, story_id, item_id), 200);
  })
  .openapi(order, (c) => {
    const { story_id } = c.req.valid('param');
    const { item_ids } = c.req.valid('json');
    return c.json(c.var.services.stories.order(c.var.caller.userId, story_id, item_ids), 200);
  })
  .openapi(links, (c) => {
    const { story_id } = c.req.valid('param');
    const found = c.var.services.reports.listOfStory(c.var.caller.userId, story_id);
    return c.json(SHARED_REPORTS.page(c, c.req.valid('query'), found), 200);
  })
  .openapi(exported, async (c) => {
    const { story_id } = c.req.valid('param');
    const { storyExports } = c.var.services;
    return sendDownload(await storyExports.make(c.var.caller.userId, story_id, c.req.valid('query'), c.req.raw.signal));
  });
