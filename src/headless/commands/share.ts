import { SharedReport } from '../../contract/shared-reports.ts';
import { Ok } from '../../contract/text.ts';
import type { ApiClient } from '../../server/client/api-client.ts';
import { actionOf } from '../actions.ts';
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
import { LINK_OPTIONS, linkBody, linkOf } from '../links.ts';
import { BLUR_OPTION, blurOf, blurredFaces, noteBlur } from '../people-options.ts';
import { findVideo, withLibrary } from '../with-library.ts';

/** Actions of `reelscope share` on the remaining arguments. */
const ACTIONS = {
  async create(api: ApiClient, input: CommandInput, [wanted, ...more]: string[]) {
    refuseMore('share create', more);
    const faces = blurredFaces(input);
    const { job_id: video_id } = await findVideo(api, named(wanted));
    const blur = faces && (await blurOf(api, [video_id], faces));
    if (blur) await noteBlur(input, api, video_id, blur);
    const body = {
      video_id,
      ...(blur && { blur }),
      include_recording: has(input, 'recording'),
      include_people: has(input, 'people'),
      ...(await linkBody(input)),
    };
    const link = await api.send('POST', '/shared-reports', body, SharedReport);
    print(input, link, `${linkOf(api, link)}\n`);
  },

  async list(api: ApiClient, input: CommandInput, [wanted, ...more]: string[]) {
    refuseMore('share list', more);
    const { job_id } = await findVideo(api, named(wanted));
    const links = await api.get(`/videos/${job_id}/shared-reports`, SharedReport.array());
    const line = (link: SharedReport) =>
      row(link.id, link.is_active ? 'active' : 'revoked', link.expires_at ?? 'never expires', linkOf(api, link));
    printList(input, links, links.map(line).join(''), 'No links.');
  },

  async revoke(api: ApiClient, input: CommandInput, [id, ...more]: string[]) {
    refuseMore('share revoke', more);
    if (id === undefined) throw new UsageError('share revoke requires the ID of a link. Run share list to find it.');
    print(input, await api.send('DELETE', `/shared-reports/${encodeURIComponent(id)}`, undefined, Ok), 'Revoked.\n');
  },
};

/** `reelscope share`: creates, lists, and revokes links to the reports of videos. */
export const shareCommand: Command = {
  name: 'share',
  summary: 'Create, list, and revoke links to the report of a video.',
  usage: ['share create VIDEO', 'share list VIDEO', 'share revoke ID'],
  actions: Object.keys(ACTIONS),
  options: {
    ...LINK_OPTIONS,
    ...BLUR_OPTION,
    people: { type: 'boolean', help: 'create: list when people are on screen' },
    recording: { type: 'boolean', help: 'create: show capture time, camera, and place, and play the original file' },
  },
  notes: [
    'Links open while a server runs; from other devices, if sharing on the network is turned on in the settings.',
  ],
  examples: [['share create interview.mp4 --days 7', 'Print a link that expires in a week.']],

  async run(input) {
    const { action, args } = actionOf('share', ACTIONS, input);
    await withLibrary(input, (api) => action(api, input, args));
    return EXIT.done;
  },
};

function named(video: string | undefined): string {
  if (video === undefined) throw new UsageError('share requires a video, by ID or name.');
  return video;
}
