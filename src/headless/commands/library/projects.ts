import { Project } from '../../../contract/library/projects.ts';
import { Video } from '../../../contract/library/video.ts';
import { Ok } from '../../../contract/text.ts';
import type { ApiClient } from '../../../server/client/api-client.ts';
import { actionOf } from '../../arguments/actions.ts';
import { type Command, type CommandInput, EXIT, print, printList, refuseMore, row, UsageError } from '../../command.ts';
import { confirmed } from '../../confirm.ts';
import { findProject, findVideos, withLibrary } from '../../connection/with-library.ts';

/** Actions of `reelscope projects` on the remaining arguments. */
const ACTIONS = {
  async list(api: ApiClient, input: CommandInput, args: string[]) {
    refuseMore('projects list', args);
    const projects = await api.get('/projects', Project.array());
    const lines = projects.map(({ id, video_count, name }) => row(id, video_count, name)).join('');
    printList(input, projects, lines, 'No projects.');
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

  async delete(api: ApiClient, input: CommandInput, [wanted = '', ...more]: string[]) {
    if (more.length > 0)
      throw new UsageError(
        `projects delete deletes one project and doesn’t accept “${more.join(' ')}”. To take videos out of a project, run projects drop.`,
      );
    const { id, name, video_count } = await findProject(api, named(wanted));
    await confirmed(input, `Delete the project “${name}”? Its ${video_count} videos remain.`);
    print(input, await api.send('DELETE', `/projects/${id}`, undefined, Ok), 'Deleted. Its videos remain.\n');
  },

  async drop(api: ApiClient, input: CommandInput, [wanted = '', ...names]: string[]) {
    const project = await findProject(api, named(wanted));
    const found = await findVideos(api, videosOf('drop', names));
    const other = found.find(({ project_id }) => project_id !== project.id);
    if (other) throw new UsageError(`“${other.name}” is not in the project “${project.name}”.`);
    const videos = [];
    for (const { job_id } of found)
      videos.push(await api.send('PATCH', `/videos/${job_id}`, { project_id: null }, Video));
    print(input, videos, videos.map(({ name }) => `${name}\n`).join(''));
  },

  async add(api: ApiClient, input: CommandInput, [wanted = '', ...names]: string[]) {
    const { id: project_id } = await findProject(api, named(wanted));
    const videos = [];
    for (const { job_id } of await findVideos(api, videosOf('add', names)))
      videos.push(await api.send('PATCH', `/videos/${job_id}`, { project_id }, Video));
    print(input, videos, videos.map(({ name }) => `${name}\n`).join(''));
  },
};

/** `reelscope projects`: lists, creates, renames, and deletes projects, and moves videos to them. */
export const projectsCommand: Command = {
  usage: [
    'projects [list]',
    'projects create NAME',
    'projects rename PROJECT NAME',
    'projects delete PROJECT',
    'projects add PROJECT VIDEO…',
    'projects drop PROJECT VIDEO…',
  ],
  actions: Object.keys(ACTIONS),
  creates: ['create'],
  options: { yes: { type: 'boolean', help: 'delete: without confirmation' } },
  notes: ['Deleting a project keeps its videos.'],
  examples: [
    ['projects add Harbor ship.mp4 crane.mp4', 'Move two videos to a project.'],
    ['projects drop Harbor crane.mp4', 'Take a video out of it; the video remains in the library.'],
  ],

  async run(input) {
    const { action, args } = actionOf('projects', ACTIONS, input);
    await withLibrary(input, (api) => action(api, input, args));
    return EXIT.done;
  },
};

function named(name: string): string {
  if (name.trim() === '') throw new UsageError('projects requires the name of a project.');
  return name.trim();
}

function videosOf(action: string, names: readonly string[]): readonly string[] {
  if (names.length === 0) throw new UsageError(`projects ${action} requires videos, by ID or name.`);
  return names;
}
