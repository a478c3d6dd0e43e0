import { OpenAPIHono } from '@hono/zod-openapi';
import { z } from 'zod';
import { CreateProjectRequest, Project, UpdateProjectRequest } from '../../../../contract/library/projects.ts';
import { Ok } from '../../../../contract/text.ts';
import type { AppEnv } from '../../context/app-env.ts';
import { shortList } from '../../lists/short-list.ts';
import { defineRoute } from '../define-route.ts';
import { createdResponse, jsonBody, listResponse, okResponse } from '../route-parts.ts';

const tags = ['Projects'];
const params = z.object({ project_id: z.string().describe('ID of the project.') });

const LIST = shortList<Project>({
  id: 'id',
  names: ['name', 'description'],
  sorts: ['created_at', 'updated_at', 'name', 'video_count'],
  own: 'created_at',
});

const list = defineRoute({
  method: 'get',
  path: '/projects',
  access: { scope: 'read', confinedTo: 'caller' },
  tags,
  summary: 'List projects',
  request: { query: LIST.query },
  responses: listResponse(z.array(Project), 'Oldest first.'),
});

const create = defineRoute({
  method: 'post',
  path: '/projects',
  access: { scope: 'write' },
  tags,
  summary: 'Create a project',
  request: { body: jsonBody(CreateProjectRequest) },
  responses: createdResponse(Project, 'The project.'),
});

const get = defineRoute({
  method: 'get',
  path: '/projects/{project_id}',
  access: { scope: 'read', confinedTo: 'project' },
  tags,
  summary: 'Get a project (extension)',
  request: { params },
  responses: okResponse(Project, 'The project.'),
});

const update = defineRoute({
  method: 'patch',
  path: '/projects/{project_id}',
  access: { scope: 'write' },
  tags,
  summary: 'Update a project (extension)',
  request: { params, body: jsonBody(UpdateProjectRequest) },
  responses: okResponse(Project, 'The updated project.'),
});

const remove = defineRoute({
  method: 'delete',
  path: '/projects/{project_id}',
  access: { scope: 'write' },
  operationId: 'deleteProject',
  tags,
  summary: 'Delete a project but keep its videos (extension)',
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
