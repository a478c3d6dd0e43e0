import { readFile } from 'node:fs/promises';
import { formatClock } from '../../../base/time.ts';
import { ReelscopeError } from '../../../contract/errors.ts';
import { Video } from '../../../contract/library/video.ts';
import { type VisualHit, VisualResults } from '../../../contract/search/visual.ts';
import {
  type CommandInput,
  EXIT,
  type ExitCode,
  has,
  integer,
  note,
  printList,
  text,
  UsageError,
} from '../../command.ts';
import { findProject, findVideos, withLibrary } from '../../connection/with-library.ts';
import { fileError } from '../../output/file-errors.ts';

/** Options of the search that need words. */
const WORDS_ONLY = ['modules', 'language', 'from', 'before', 'confidence', 'mode'];

/** Prints the shots that look like a picture. @param words narrow them; may be empty */
export async function searchByImage(input: CommandInput, image: string, words: string): Promise<ExitCode> {
  const other = WORDS_ONLY.find((name) => input.values[name] !== undefined);
  if (other !== undefined) throw new UsageError(`--${other} can't be used with --image.`);
  const picture = await readFile(image).catch((error: unknown) => {
    throw fileError(error, 'read', image);
  });
  if (picture.length === 0) throw new ReelscopeError('unsupported_media_type', `“${image}” is empty.`);
  const [video, project] = [text(input, 'video'), text(input, 'project')];
  const limit = integer(input, 'limit', 1, Number.MAX_SAFE_INTEGER);
  await withLibrary(input, async (api) => {
    const videos = video === undefined ? [] : await findVideos(api, video.split(','));
    if (videos.length > 1) throw new UsageError('--image searches one video, a project, or all videos.');
    const query = new URLSearchParams({
      ...(words !== '' && { words }),
      ...(limit && { limit: String(limit) }),
      ...(videos[0] && { job_id: videos[0].job_id }),
      ...(project && { project_id: (await findProject(api, project)).id }),
    });
    const results = await api.sendFile(`/search/visual?${query}`, new Uint8Array(picture), VisualResults);
    const { indexed_videos, videos: total } = results;
    if (indexed_videos < total) note(input, `${indexed_videos} of ${total} videos can be searched by image so far.`);
    const all = has(input, 'json') ? [] : await api.get('/videos', Video.array());
    const lines = table(results.hits, new Map(all.map((each) => [each.job_id, each.name])));
    printList(input, results.hits, lines, 'No results.');
  });
  return EXIT.done;
}

function table(hits: readonly VisualHit[], names: ReadonlyMap<string, string>): string {
  return hits
    .map(({ similarity, match, job_id, time, content }) => {
      const where = `${names.get(job_id) ?? job_id}  ${formatClock(time)}`;
      return `${similarity.toFixed(2)}  ${where}  [${match}] ${content.replaceAll('\n', ' ')}\n`;
    })
    .join('');
}
