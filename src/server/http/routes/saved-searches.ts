import { OpenAPIHono } from '@hono/zod-openapi';
import { z } from 'zod';
import {
  CreateSavedSearchRequest,
  SavedSearch,
  UpdateSavedSearchRequest,
} from '../../../contract/search/saved-searches.ts';
import { SearchHit } from '../../../contract/search/search.ts';
import { Ok } from '../../../contract/text.ts';
import type { AppEnv } from '../context/app-env.ts';
import { shortList } from '../lists/short-list.ts';
import { defineRoute } from './define-route.ts';
import { createdResponse, jsonBody, listResponse, okResponse } from './route-parts.ts';

const tags = ['Search'];
const params = z.object({ search_id: z.string().describe('ID of the saved search.') });

const LIST = shortList<SavedSearch>({
  id: 'id',
  names: ['name', 'query'],
  sorts: ['name', 'created_at', 'updated_at', 'new_hits'],
  own: 'name',
});

const list = defineRoute({
  method: 'get',
  path: '/saved-searches',
  access: { scope: 'read' },
  tags,
  summary: 'List saved searches (extension)',
  request: { query: LIST.query },
  responses: listResponse(z.array(SavedSearch), 'By name.'),
});

const create = defineRoute({
  method: 'post',
  path: '/saved-searches',
  access: { scope: 'write' },
  operationId: 'createSavedSearch',
  tags,
  summary: 'Save a search (extension)',
  request: { body: jsonBody(CreateSavedSearchRequest) },
  responses: createdResponse(SavedSearch, 'The saved search.'),
});

const update = defineRoute({
  method: 'patch',
  path: '/saved-searches/{search_id}',
  access: { scope: 'write' },
  operationId: 'updateSavedSearch',
  tags,
  summary: 'Rename or change a saved search (extension)',
  request: { params, body: jsonBody(UpdateSavedSearchRequest) },
  responses: okResponse(SavedSearch, 'The updated search.'),
});

const remove = defineRoute({
  method: 'delete',
  path: '/saved-searches/{search_id}',
  access: { scope: 'write' },
  tags,
  summary: 'Delete a saved search (extension)',
  request: { params },
  responses: okResponse(Ok, 'Deleted.'),
});

const HITS = shortList<SearchHit>({ id: 'id', names: ['content'], sorts: ['start_time', 'rank'] });

const newHits = defineRoute({
  method: 'get',
  path: '/saved-searches/{search_id}/new-hits',
  access: { scope: 'read' },
  operationId: 'listNewHits',
  tags,
  summary: 'List the hits since a saved search was last opened (extension)',
  request: { params, query: HITS.query },
  responses: listResponse(z.array(SearchHit), 'The newest video first; by time in each.'),
});

const markSeen = defineRoute({
  method: 'post',
  path: '/saved-searches/{search_id}/seen',
  access: { scope: 'write' },
  operationId: 'markSavedSearchSeen',
  tags,
  summary: 'Mark the new hits of a saved search as seen (extension)',
  request: { params },
  responses: okResponse(z.array(SearchHit), 'The hits that were new.'),
});

export const savedSearchesRoutes = new OpenAPIHono<AppEnv>()
  .openapi(list, (c) =>
    c.json(LIST.page(c, c.req.valid('query'), c.var.services.savedSearches.list(c.var.caller.userId)), 200),
  )
  .openapi(create, (c) => c.json(c.var.services.savedSearches.create(c.var.caller.userId, c.req.valid('json')), 201))
  .openapi(update, (c) => {
    const { search_id } = c.req.valid('param');
    return c.json(c.var.services.savedSearches.update(c.var.caller.userId, search_id, c.req.valid('json')), 200);
  })
  .openapi(remove, (c) => {
    c.var.services.savedSearches.delete(c.var.caller.userId, c.req.valid('param').search_id);
    return c.json({ ok: true as const }, 200);
  })
  .openapi(newHits, (c) => {
    const hits = c.var.services.savedSearches.newHits(c.var.caller.userId, c.req.valid('param').search_id);
    return c.json(HITS.page(c, c.req.valid('query'), hits), 200);
  })
  .openapi(markSeen, (c) =>
    c.json(c.var.services.savedSearches.markSeen(c.var.caller.userId, c.req.valid('param').search_id), 200),
  );
