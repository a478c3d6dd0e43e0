import { clockRange } from '../../base/time.ts';
import { Video } from '../../contract/library/video.ts';
import { Comment } from '../../contract/sharing/comments.ts';
import { SharedReport } from '../../contract/sharing/shared-reports.ts';
import { Ok } from '../../contract/text.ts';
import { commentsCsv } from '../../core/formats/comments-csv.ts';
import { actionOf } from '../arguments/actions.ts';
import { BLUR_OPTION, blurOf, blurredFaces, noteBlur } from '../arguments/people-options.ts';
import {
  type Command,
  type CommandInput,
  EXIT,
  has,
  print,
  printList,
  refuseMore,
  row,
  UsageError,
} from '../command.ts';
import type { Connection } from '../connection/connect.ts';
import { findVideo, withLibrary } from '../connection/with-library.ts';
import { linkBody, linkOptions, type PlacedLink, placed, printLink } from '../output/links.ts';

/** Actions of `reelscope share` on the remaining arguments. */
const ACTIONS = {
  async create(connection: Connection, input: CommandInput, [wanted, ...more]: string[]) {
    refuseMore('share create', more);
    if (wanted === undefined) throw new UsageError('share create requires a video, by ID or name.');
    const { api } = connection;
    const faces = blurredFaces(input);
    const { job_id: video_id } = await findVideo(api, wanted);
    const blur = faces && (await blurOf(api, [video_id], faces));
    if (blur) await noteBlur(input, api, video_id, blur);
    const body = {
      video_id,
      ...(blur && { blur }),
      include_recording: has(input, 'recording'),
      include_people: has(input, 'people'),
      include_moments: !has(input, 'no-moments'),
      ...(await linkBody(input)),
    };
    printLink(input, placed(connection, await api.send('POST', '/shared-reports', body, SharedReport)));
  },

  async list(connection: Connection, input: CommandInput, [wanted, ...more]: string[]) {
    refuseMore('share list', more);
    const { api } = connection;
    const videos = wanted === undefined ? await api.get('/videos', Video.array()) : [await findVideo(api, wanted)];
    const links: (PlacedLink & { video_name: string })[] = [];
    for (const { job_id, name } of videos) {
      const found = await api.get(`/videos/${job_id}/shared-reports`, SharedReport.array(), input.signal);
      links.push(...found.map((link) => ({ ...placed(connection, link), video_name: name })));
    }
    const lines = links.map(({ id, is_active, expires_at, url, video_name }) =>
      row(id, is_active ? 'active' : 'revoked', expires_at ?? 'never expires', url, video_name),
    );
    printList(input, links, lines.join(''), 'No links.');
  },

  async comments({ api }: Connection, input: CommandInput, [wanted, ...more]: string[]) {
    refuseMore('share comments', more);
    if (wanted === undefined) throw new UsageError('share comments requires a video, by ID or name.');
    const { job_id } = await findVideo(api, wanted);
    const comments = await api.get(`/videos/${job_id}/comments`, Comment.array(), input.signal);
    const lines = comments.map((comment) =>
      row(
        comment.id,
        comment.state,
        clockRange(comment.start_time, comment.end_time ?? comment.start_time),
        comment.name,
        comment.text.replace(/\s+/gu, ' '),
      ),
    );
    printList(input, comments, has(input, 'csv') ? commentsCsv(comments) : lines.join(''), 'No comments.');
  },

  async delete({ api }: Connection, input: CommandInput, [id, ...more]: string[]) {
    refuseMore('share delete', more);
    if (id === undefined) throw new UsageError('share delete requires the ID of a link. Run share list to find it.');
    print(input, await api.send('DELETE', `/shared-reports/${encodeURIComponent(id)}`, undefined, Ok), 'Revoked.\n');
  },
};

/** `reelscope share`: lists, creates, and deletes links to the reports of videos. */
export const shareCommand: Command = {
  usage: ['share [list [VIDEO]]', 'share create VIDEO', 'share comments VIDEO', 'share delete ID'],
  actions: Object.keys(ACTIONS),
  options: {
    ...linkOptions('create'),
    ...BLUR_OPTION,
    csv: { type: 'boolean', help: 'comments: print as CSV' },
    people: { type: 'boolean', help: 'create: list when people are on screen' },
    'no-moments': { type: 'boolean', help: 'create: exclude moments' },
    recording: { type: 'boolean', help: 'create: show capture time, camera, and place, and play the original file' },
  },
  notes: [
    'Links open while a server runs; from other devices, if sharing on the network is turned on in the settings.',
  ],
  examples: [
    ['share create interview.mp4 --days 7', 'Print a link that expires in a week.'],
    ['share comments interview.mp4 --csv > comments.csv', 'Save the comments before revoking their link.'],
  ],

  async run(input) {
    const { action, args } = actionOf('share', ACTIONS, input);
    if (has(input, 'csv') && has(input, 'json')) throw new UsageError('Choose one of --csv and --json.');
    await withLibrary(input, (_, connection) => action(connection, input, args));
    return EXIT.done;
  },
};
