import { OpenAPIHono } from '@hono/zod-openapi';
import { z } from 'zod';
import {
  AskEvents,
  AskRequest,
  AskResponse,
  ChatMessage,
  ChatMessagesQuery,
  ChatSession,
  ChatSessionsQuery,
  CreateChatMessageRequest,
  CreateChatSessionRequest,
  UpdateChatSessionRequest,
} from '../../../contract/search/chat.ts';
import { Ok } from '../../../contract/text.ts';
import type { AppEnv } from '../context/app-env.ts';
import { pageOf } from '../lists/page.ts';
import { defineRoute } from './define-route.ts';
import { createdResponse, jsonBody, listResponse, mediaResponse, okResponse } from './route-parts.ts';
import { streamResult } from './stream-result.ts';

const tags = ['Chat'];
const params = z.object({ session_id: z.string().describe('ID of the chat session.') });

const ask = defineRoute({
  method: 'post',
  path: '/chat/ask',
  access: { scope: 'read', confinedTo: 'caller', stores: true },
  operationId: 'ask',
  tags,
  summary: 'Ask about a video, or about several (extension)',
  request: { body: jsonBody(AskRequest) },
  responses: okResponse(AskResponse, 'The answer, with every time verified against the segments.'),
});

const askStream = defineRoute({
  method: 'post',
  path: '/chat/ask/stream',
  access: { scope: 'read', confinedTo: 'caller' },
  events: AskEvents,
  operationId: 'askAndStream',
  tags,
  summary: 'Ask about one or several videos and stream the answer (extension)',
  description:
    'Server-sent events: token (a piece of unverified plain text), then one answer (the verified text with its metadata) or error. Closing the connection cancels the question and stores nothing.',
  request: { body: jsonBody(AskRequest) },
  responses: mediaResponse(['text/event-stream'], 'The event stream, which closes after the answer.'),
});

const list = defineRoute({
  method: 'get',
  path: '/chat/sessions',
  access: { scope: 'read' },
  tags,
  summary: 'List chat sessions',
  request: { query: ChatSessionsQuery },
  responses: listResponse(z.array(ChatSession), 'Latest activity first.'),
});

const create = defineRoute({
  method: 'post',
  path: '/chat/sessions',
  access: { scope: 'write' },
  operationId: 'createChatSession',
  tags,
  summary: 'Create an empty chat session',
  request: { body: jsonBody(CreateChatSessionRequest) },
  responses: createdResponse(ChatSession, 'The session.'),
});

const rename = defineRoute({
  method: 'patch',
  path: '/chat/sessions/{session_id}',
  access: { scope: 'write' },
  operationId: 'updateChatSession',
  tags,
  summary: 'Rename a chat session',
  request: { params, body: jsonBody(UpdateChatSessionRequest) },
  responses: okResponse(ChatSession, 'The updated session.'),
});

const remove = defineRoute({
  method: 'delete',
  path: '/chat/sessions/{session_id}',
  access: { scope: 'write' },
  operationId: 'deleteChatSession',
  tags,
  summary: 'Delete a chat session and its messages',
  request: { params },
  responses: okResponse(Ok, 'Deleted.'),
});

const messages = defineRoute({
  method: 'get',
  path: '/chat/sessions/{session_id}/messages',
  access: { scope: 'read' },
  operationId: 'listChatMessages',
  tags,
  summary: 'List the messages of a chat session',
  request: { params, query: ChatMessagesQuery },
  responses: listResponse(z.array(ChatMessage), 'Oldest first.'),
});

const addMessage = defineRoute({
  method: 'post',
  path: '/chat/sessions/{session_id}/messages',
  access: { scope: 'write' },
  operationId: 'addChatMessage',
  tags,
  summary: 'Add a message without asking a question',
  request: { params, body: jsonBody(CreateChatMessageRequest) },
  responses: createdResponse(ChatMessage, 'The message.'),
});

function readAsk(body: AskRequest, { projects }: Pick<AppEnv['Variables']['caller'], 'projects'>) {
  const { question, video_id, scope, session_id: sessionId, modules, mode } = body;
  // The schema requires one of them.
  return { question, about: scope ?? video_id!, sessionId, modules, mode, withPeople: projects === undefined };
}

export const chatRoutes = new OpenAPIHono<AppEnv>()
  .openapi(ask, async (c) => {
    const question = readAsk(c.req.valid('json'), c.var.caller);
    const { metadata: _, isAboutPeople, ...response } = await c.var.services.agent.ask(c.var.caller.userId, question);
    if (isAboutPeople) c.set('isPersonal', true);
    return c.json(response, 200);
  })
  .openapi(askStream, (c) => {
    const write = c.var.services.agent.begin(c.var.caller.userId, readAsk(c.req.valid('json'), c.var.caller));
    return streamResult<typeof AskEvents>(c, async (signal, send) => {
      const { isAboutPeople: _, ...answer } = await write({ signal, onText: (text) => send('token', { text }) });
      send('answer', answer);
    });
  })
  .openapi(list, (c) => {
    const { video_id, deleted, scoped, ...query } = c.req.valid('query');
    const only = deleted ? 'deleted' : scoped ? 'scoped' : undefined;
    return c.json(c.var.services.chat.list(c.var.caller.userId, video_id, only, pageOf(c, query)), 200);
  })
  .openapi(create, (c) => c.json(c.var.services.chat.create(c.var.caller.userId, c.req.valid('json')), 201))
  .openapi(rename, (c) => {
    const { session_id } = c.req.valid('param');
    return c.json(c.var.services.chat.rename(c.var.caller.userId, session_id, c.req.valid('json').title), 200);
  })
  .openapi(remove, (c) => {
    c.var.services.chat.delete(c.var.caller.userId, c.req.valid('param').session_id);
    return c.json({ ok: true as const }, 200);
  })
  .openapi(messages, (c) => {
    const page = pageOf(c, c.req.valid('query'));
    return c.json(c.var.services.chat.messages(c.var.caller.userId, c.req.valid('param').session_id, page), 200);
  })
  .openapi(addMessage, (c) => {
    const { session_id } = c.req.valid('param');
    return c.json(c.var.services.chat.addMessage(c.var.caller.userId, session_id, c.req.valid('json')), 201);
  });
