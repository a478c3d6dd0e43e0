import type { CreateProjectRequest, Project, UpdateProjectRequest } from '../../contract/library/projects.ts';
import type { Store } from '../../db/index.ts';
import { notFound, parseId, requireFound, requireProjectId } from '../errors/lookup.ts';
import { toProject } from './mappers/project-mapper.ts';

export type ProjectsService = ReturnType<typeof createProjectsService>;

/** Projects, which group videos. */
export function createProjectsService(store: Store) {
  return {
    list: (userId: number): Project[] => store.projects.list(userId).map(toProject),

    create: (userId: number, request: CreateProjectRequest): Project =>
      toProject(store.projects.create(userId, { name: request.name, description: request.description ?? null })),

    /** @throws ReelscopeError `not_found` */
    get: (userId: number, id: string): Project =>
      toProject(requireFound(store.projects.get(userId, parseId(id, 'project')), 'project')),

    /** Returns the row id, for filters. @throws ReelscopeError `not_found` */
    idOf: (userId: number, id: string): number => requireProjectId(store, userId, id),

    /** @throws ReelscopeError `not_found` */
    update(userId: number, id: string, patch: UpdateProjectRequest): Project {
      const change = {
        ...(patch.name !== undefined && { name: patch.name }),
        ...(patch.description !== undefined && { description: patch.description }),
      };
      return toProject(requireFound(store.projects.update(userId, parseId(id, 'project'), change), 'project'));
    },

    /** Deletes a project and keeps its videos. @throws ReelscopeError `not_found` */
    delete(userId: number, id: string): void {
      if (!store.projects.delete(userId, parseId(id, 'project'))) throw notFound('project');
    },
  };
}
