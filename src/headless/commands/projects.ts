import { Project } from '../../contract/projects.ts';
import { Ok } from '../../contract/text.ts';
import { Video } from '../../contract/video.ts';
import type { ApiClient } from '../../server/client/api-client.ts';
import { actionOf } from '../actions.ts';
import { type Command, type CommandInput, EXIT, print, row, UsageError } from '../command.ts';
import { findProject, findVideos, withLibrary } from '../with-library.ts';

/** Actions of `reelscope projects` on the remaining arguments. */
const ACTIONS = {
  async list(api: ApiClient, input: CommandInput) {
    const projects = await api.get('/projects', Project.array());
    const lines = projects.map(({ id, video_count, name }) => row(id, video_count, name)).join('');
    print(input, projects, lines || 'No projects.\n');
  },

  async create(api: ApiClient, input: CommandInput, args: string[]) {
    const project = await api.send('POST', '/projects', { name: named(args.join(' ')) }, Project);
    print(input, project, `${project.id}\n`);
  },

  async rename(api: ApiClient, input: CommandInput, [wanted = '', ...name]: string[]) {
    const { id } = await findProject(api, named(wanted));
    const project = await api.send('PATCH', `/projects/${id}`, { name: named(name.join(' ')) }, Project);
    print(input, project, `${project.name}\n`);
  },

  async remove(api: ApiClient, input: CommandInput, [wanted = '']: string[]) {
    const { id } = await findProject(api, named(wanted));
    print(input, await api.send('DELETE', `/projects/${id}`, undefined, Ok), 'Deleted. Its videos remain.\n');
  },

  async add(api: ApiClient, input: CommandInput, [wanted = '', ...names]: string[]) {
    const { id: project_id } = await findProject(api, named(wanted));
    const videos = [];
    for (const { job_id } of await findVideos(api, names))
      videos.push(await api.send('PATCH', `/videos/${job_id}`, { project_id }, Video));
    print(input, videos, videos.map(({ name }) => `${name}\n`).join(''));
  },
};

/** `reelscope projects`: lists, creates, renames, and deletes projects, and moves videos to them. */
export const projectsCommand: Command = {
  name: 'projects',
  summary: 'List, create, rename, and delete projects, and move videos to them.',
  usage: [
    ...['projects [list]', 'projects create NAME', 'projects rename PROJECT NAME', 'projects remove PROJECT'],
    'projects add PROJECT VIDEO…',
  ],
  actions: Object.keys(ACTIONS),
  options: {},
  examples: [['projects add Harbor ship.mp4 crane.mp4', 'Move two videos to a project.']],

  async run(input) {
    const { action, args } = actionOf('projects', ACTIONS, input, 'list');
    await withLibrary(input, (api) => action(api, input, args));
    return EXIT.done;
  },
};

function named(name: string): string {
  if (name.trim() === '') throw new UsageError('projects requires the name of a project.');
  return name.trim();
}
