import { AskResponse } from '../../../contract/search/chat.ts';
import type { ApiClient } from '../../../server/client/api-client.ts';
import { type Command, type CommandInput, EXIT, print, text, UsageError } from '../../command.ts';
import { findProject, findVideos, withLibrary } from '../../connection/with-library.ts';

/** `reelscope ask`: asks about videos. */
export const askCommand: Command = {
  usage: ['ask QUESTION'],
  options: {
    video: { type: 'string', value: 'LIST', help: 'about these videos, by ID or name (default: the library)' },
    project: { type: 'string', value: 'PROJECT', help: 'about the videos of a project, by ID or name' },
    session: { type: 'string', value: 'ID', help: 'continue a conversation; --json prints its ID' },
  },
  notes: ['Every time in an answer is verified against the findings. Without a language model, findings are quoted.'],
  examples: [
    ['ask "When is the bridge mentioned?" --video interview.mp4', 'About one video.'],
    ['ask "What do they disagree about?" --project Debate', 'Across the videos of a project.'],
  ],

  async run(input) {
    const question = input.positionals.join(' ').trim();
    if (question === '') throw new UsageError('ask requires a question.');
    await withLibrary(input, async (api) => {
      const session = text(input, 'session');
      const body = { question, ...(await aboutOf(api, input)), ...(session && { session_id: session }) };
      const response = await api.send('POST', '/chat/ask', body, AskResponse, input.signal);
      const videos = response.videos?.map(({ label, name }) => `${label}  ${name}\n`) ?? [];
      print(input, response, `${response.answer}\n${videos.length > 0 ? `\n${videos.join('')}` : ''}`);
    });
    return EXIT.done;
  },
};

/** Videos that the question is about, as the API takes them. */
async function aboutOf(api: ApiClient, input: CommandInput) {
  const [names, project] = [text(input, 'video'), text(input, 'project')];
  if (names !== undefined && project !== undefined) throw new UsageError('Choose one of --video and --project.');
  if (project !== undefined) return { scope: { type: 'project', project_id: (await findProject(api, project)).id } };
  if (names === undefined) return { scope: { type: 'library' } };
  const ids = (await findVideos(api, names.split(','))).map(({ job_id }) => job_id);
  return ids.length === 1 ? { video_id: ids[0] } : { scope: { type: 'videos', job_ids: ids } };
}
