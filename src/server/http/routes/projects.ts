import { createRoute, OpenAPIHono } from '@hono/zod-openapi';
import { z } from 'zod';
import { CreateProjectRequest, Project, UpdateProjectRequest } from '../../../contract/projects.ts';
import { Ok } from '../../../contract/text.ts';
import type { AppEnv } from '../context/app-env.ts';
import { shortList } from '../lists/short-list.ts';
import { createdResponse, jsonBody, listResponse, okResponse, SECURED, SECURED_BODY } from './route-parts.ts';

const tags = ['Projects'];
const params = z.object({ project_id: z.string().describe('ID of the project.') });

const LIST = shortList<Project>({
  id: 'id',
  names: ['name', 'description'],
  sorts: ['created_at', 'updated_at', 'name', 'video_count'],
  own: 'created_at',
});

const list = createRoute({
  method: 'get',
  path: '/projects',
  tags,
  summary: 'List projects',
  ...SECURED,
  request: { query: LIST.query },
  responses: listResponse(z.array(Project), 'Oldest first.'),
});

const create = createRoute({
  method: 'post',
  path: '/projects',
  tags,
  summary: 'Create a project',
  ...SECURED_BODY,
  request: { body: jsonBody(CreateProjectRequest) },
  responses: createdResponse(Project, 'The project.'),
});

const get = createRoute({
  method: 'get',
  path: '/projects/{project_id}',
  tags,
  summary: 'Get a project (extension)',
  ...SECURED,
  request: { params },
  responses: okResponse(Project, 'The project.'),
});

const update = createRoute({
  method: 'patch',
  path: '/projects/{project_id}',
  tags,
  summary: 'Update a project (extension)',
  ...SECURED_BODY,
  request: { params, body: jsonBody(UpdateProjectRequest) },
  responses: okResponse(Project, 'The updated project.'),
});

const remove = createRoute({
  method: 'delete',
  path: '/projects/{project_id}',
  operationId: 'deleteProject',
  tags,
  summary: 'Delete a project but keep its videos (extension)',
  ...SECURED,
  request: { params },
  responses: okResponse(Ok, 'Deleted.'),
});

export const projectsRoutes = new OpenAPIHono<AppEnv>()
  .openapi(list, (c) => {
    const { userId, projects } = c.var.caller;
    const own = c.var.services.projects.list(userId);
    const visible = projects ? own.filter(({ id }) => projects.includes(Number(id))) : own;
    return c.json(LIST.page(c, c.req.valid('query'), visible), 200);
  })
  .openapi(create, (c) => c.json(c.var.services.projects.create(c.var.caller.userId, c.req.valid('json')), 201))
  .openapi(get, (c) => c.json(c.var.services.projects.get(c.var.caller.userId, c.req.valid('param').project_id), 200))
  .openapi(update, (c) => {
    const { project_id } = c.req.valid('param');
    return c.json(c.var.services.projects.update(c.var.caller.userId, project_id, c.req.valid('json')), 200);
  })
  .openapi(remove, (c) => {
    c.var.services.projects.delete(c.var.caller.userId, c.req.valid('param').project_id);
    return c.json({ ok: true as const }, 200);
  });
