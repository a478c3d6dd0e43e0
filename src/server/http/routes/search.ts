import { OpenAPIHono } from '@hono/zod-openapi';
import { z } from 'zod';
import {
  MAX_SEARCH_LIMIT,
  QueryValue,
  SEMANTIC_SEARCH_HEADER,
  SearchGroups,
  SearchHit,
  SearchRequest,
  SpokenLanguage,
  VALUE_FIELDS,
} from '../../../contract/search/search.ts';
import { readQuestion } from '../../../core/query/natural.ts';
import { englishText } from '../../../core/texts/sentence.ts';
import type { AppEnv } from '../context/app-env.ts';
import { shortList } from '../lists/short-list.ts';
import { defineRoute } from './define-route.ts';
import { jsonBody, listResponse, okResponse, withHeaders } from './route-parts.ts';

const search = defineRoute({
  method: 'post',
  path: '/search',
  access: { scope: 'read', confinedTo: 'caller' },
  operationId: 'search',
  tags: ['Search'],
  summary: 'Search the segments of your processed videos',
  request: { body: jsonBody(SearchRequest) },
  description: `The header ${SEMANTIC_SEARCH_HEADER} states whether semantic search took part. While no embedding engine is available, mode “hybrid” returns keyword matches only and mode “vector” responds with 503.`,
  responses: withHeaders(
    okResponse(
      z.union([z.array(SearchHit), SearchGroups]),
      'Best match first, by `rank`. With `include`, an object of groups.',
    ),
    {
      [SEMANTIC_SEARCH_HEADER]: {
        description: 'Whether semantic search took part.',
        schema: { type: 'string', enum: ['true', 'false'] },
      },
    },
  ),
});

const LANGUAGES = shortList<SpokenLanguage>({ id: 'language', names: ['language'], sorts: ['language'] });

const languages = defineRoute({
  method: 'get',
  path: '/search/languages',
  access: { scope: 'read' },
  operationId: 'listSpokenLanguages',
  tags: ['Search'],
  summary: 'List the spoken languages of your videos (extension)',
  request: { query: LANGUAGES.query },
  responses: listResponse(z.array(SpokenLanguage), 'The most frequent first.'),
});

const VALUES = shortList<QueryValue>({ id: 'value', names: ['value'], sorts: ['value', 'count'] });

const values = defineRoute({
  method: 'get',
  path: '/search/values',
  access: { scope: 'read' },
  operationId: 'listQueryValues',
  tags: ['Search'],
  summary: 'List values of a field of the query language (extension)',
  request: { query: VALUES.query.extend({ field: z.enum(VALUE_FIELDS).describe('Field of the query language.') }) },
  responses: listResponse(z.array(QueryValue), 'The most frequent first.'),
});

export const searchRoutes = new OpenAPIHono<AppEnv>()
  .openapi(languages, (c) =>
    c.json(LANGUAGES.page(c, c.req.valid('query'), c.var.services.search.languages(c.var.caller.userId)), 200),
  )
  .openapi(values, (c) => {
    const { field, ...query } = c.req.valid('query');
    return c.json(VALUES.page(c, query, c.var.services.search.values(c.var.caller.userId, field)), 200);
  })
  .openapi(search, async (c) => {
    const { query: typed, natural, limit, mode, job_ids, ...rest } = c.req.valid('json');
    const { modules, project_id, include, tag, within_tag, ...filters } = rest;
    const { userId, projects } = c.var.caller;
    // Keys that are confined to projects find nobody.
    const people = projects === undefined ? c.var.services.search.peopleNames(userId) : [];
    const naturalQuery = readQuestion(typed, people);
    const query = (natural && naturalQuery) || typed;
    // The middleware has checked the ids of a confined key.
    const jobIds = job_ids ?? (projects && c.var.services.videos.idsWithin(userId, projects));
    const projectId = project_id === undefined ? undefined : c.var.services.projects.idOf(userId, project_id);
    const within = within_tag === undefined ? undefined : c.var.services.moments.ranges(userId, within_tag);
    const scope = { query, limit, mode, jobIds, modules, projectId, filters, within, projects };
    const { hits, semantic, hints } = await c.var.services.search.search(userId, scope);
    c.header(SEMANTIC_SEARCH_HEADER, String(semantic));
    if (!include?.length) return c.json(hits, 200);
    const options = { query, limit: Math.min(limit, MAX_SEARCH_LIMIT), jobIds, projectId, tag, filters, projects };
    const moments = include.includes('moments') ? c.var.services.moments.search(userId, options) : [];
    const explained = hints.map(({ text, start, end }) => ({ message: englishText(text), text, start, end }));
    const suggestion = query === naturalQuery ? null : naturalQuery;
    const isQuestion = suggestion !== null;
    const unknown = include.includes('query')
      ? c.var.services.search.unknownWords(userId, scope, hits, isQuestion)
      : [];
    const isHeard = modules?.includes('transcription') ?? true;
    const isUnfound = isHeard && hits.every(({ match }) => match === 'weak');
    const untranscribed =
      include.includes('not_transcribed') && isUnfound
        ? await c.var.services.results.untranscribed(userId, { jobIds, projectId, ...filters })
        : undefined;
    const understood = { hints: explained, ...(unknown.length > 0 && { unknown }), text: query, suggestion };
    const groups = {
      segments: hits,
      moments,
      ...(include.includes('query') && { query: understood }),
      ...(untranscribed && { not_transcribed: untranscribed }),
    };
    return c.json(groups, 200);
  });
