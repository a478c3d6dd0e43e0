import { OpenAPIHono } from '@hono/zod-openapi';
import { z } from 'zod';
import {
  Comment,
  CreateCommentRequest,
  PublicComment,
  PublicComments,
  UpdateCommentRequest,
} from '../../../../contract/sharing/comments.ts';
import { SHARE_PASSWORD_HEADER } from '../../../../contract/sharing/share-parts.ts';
import { Ok } from '../../../../contract/text.ts';
import type { AppEnv } from '../../context/app-env.ts';
import { shortList } from '../../lists/short-list.ts';
import { passwordIn } from '../../serving/share-password.ts';
import { defineRoute } from '../define-route.ts';
import { createdResponse, JobParam, jsonBody, listResponse, okResponse } from '../route-parts.ts';
import { ShareHeaders, ShareParam } from './share-request.ts';

const tags = ['Comments'];
const params = JobParam.extend({ comment_id: z.string().describe('ID of the comment.') });
const LIST = shortList<Comment>({
  id: 'id',
  names: ['name', 'text'],
  sorts: ['created_at', 'start_time', 'state'],
  own: 'start_time',
});

const ofLink = defineRoute({
  method: 'get',
  path: '/shared-reports/{share_hash}/comments',
  access: 'public',
  operationId: 'getPublicComments',
  tags,
  summary: 'Get the comments on a public link; needs no authentication (extension)',
  request: { params: ShareParam, headers: ShareHeaders },
  responses: okResponse(PublicComments, 'The comments; 403 if the link takes none.'),
});

const add = defineRoute({
  method: 'post',
  path: '/shared-reports/{share_hash}/comments',
  access: 'public',
  operationId: 'createPublicComment',
  tags,
  summary: 'Comment on a public link; needs no authentication (extension)',
  description:
    'The comment is proposed to the owner of the link as a moment. At most 10 per minute (429) and 200 per link (409).',
  request: { params: ShareParam, headers: ShareHeaders, body: jsonBody(CreateCommentRequest) },
  responses: createdResponse(PublicComment, 'The comment.'),
});

const ofVideo = defineRoute({
  method: 'get',
  path: '/videos/{job_id}/comments',
  access: { scope: 'read', confinedTo: 'video' },
  operationId: 'listComments',
  tags,
  summary: 'List the comments on a video (extension)',
  request: { params: JobParam, query: LIST.query },
  responses: listResponse(z.array(Comment), 'Comments by links to the video, and to stories with it; in time order.'),
});

const ofStory = defineRoute({
  method: 'get',
  path: '/stories/{story_id}/comments',
  access: { scope: 'read' },
  operationId: 'listCommentsOfStory',
  tags,
  summary: 'List the comments on a story (extension)',
  request: { params: z.object({ story_id: z.string().describe('ID of the story.') }), query: LIST.query },
  responses: listResponse(z.array(Comment), 'Comments by links to the story, in time order.'),
});

const update = defineRoute({
  method: 'patch',
  path: '/videos/{job_id}/comments/{comment_id}',
  access: { scope: 'write', confinedTo: 'video' },
  operationId: 'updateComment',
  tags,
  summary: 'Accept, decline, or answer a comment (extension)',
  description:
    'An accepted comment becomes a moment with the comment as its note. A declined one disappears from the page of its link.',
  request: { params, body: jsonBody(UpdateCommentRequest) },
  responses: okResponse(Comment, 'The updated comment.'),
});

const remove = defineRoute({
  method: 'delete',
  path: '/videos/{job_id}/comments/{comment_id}',
  access: { scope: 'write', confinedTo: 'video' },
  operationId: 'deleteComment',
  tags,
  summary: 'Delete a comment (extension)',
  description: 'The moment that it became remains.',
  request: { params },
  responses: okResponse(Ok, 'Deleted.'),
});

export const commentsRoutes = new OpenAPIHono<AppEnv>()
  .openapi(ofLink, async (c) => {
    const password = passwordIn(c.req.header(SHARE_PASSWORD_HEADER));
    return c.json(await c.var.services.comments.ofLink(c.req.valid('param').share_hash, password), 200);
  })
  .openapi(add, async (c) => {
    const password = passwordIn(c.req.header(SHARE_PASSWORD_HEADER));
    const { share_hash } = c.req.valid('param');
    return c.json(await c.var.services.comments.add(share_hash, password, c.req.valid('json')), 201);
  })
  .openapi(ofVideo, (c) => {
    const all = c.var.services.comments.ofVideo(c.var.caller.userId, c.req.valid('param').job_id);
    return c.json(LIST.page(c, c.req.valid('query'), all), 200);
  })
  .openapi(ofStory, (c) => {
    const all = c.var.services.comments.ofStory(c.var.caller.userId, c.req.valid('param').story_id);
    return c.json(LIST.page(c, c.req.valid('query'), all), 200);
  })
  .openapi(update, (c) => {
    const { job_id, comment_id } = c.req.valid('param');
    return c.json(c.var.services.comments.update(c.var.caller.userId, job_id, comment_id, c.req.valid('json')), 200);
  })
  .openapi(remove, (c) => {
    const { job_id, comment_id } = c.req.valid('param');
    c.var.services.comments.delete(c.var.caller.userId, job_id, comment_id);
    return c.json({ ok: true as const }, 200);
  });
