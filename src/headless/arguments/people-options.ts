import { formatPosition } from '../../base/time.ts';
import { VideoPeople } from '../../contract/analysis/people.ts';
import { type Blur, BlurCheck } from '../../contract/library/blur.ts';
import type { ApiClient } from '../../server/client/api-client.ts';
import { type CommandInput, note, text, UsageError } from '../command.ts';
import { chosen } from '../connection/with-library.ts';

/** Option of commands whose videos can have blurred faces. */
export const BLUR_OPTION = {
  blur: {
    type: 'string',
    value: 'WHOM',
    help: 'blur faces: all, "except NAME,NAME" or "only NAME,NAME"; the video must have been analyzed for people',
  },
} as const;

/** People by name, `Person 3` for unnamed ones, or ID. */
interface BlurredFaces {
  faces: Blur['faces'];
  names: string[];
}

/** Reads the option; undefined without it. @throws UsageError */
export function blurredFaces(input: CommandInput): BlurredFaces | undefined {
  const value = text(input, 'blur')?.trim();
  if (value === undefined) return undefined;
  const [, faces, rest = ''] = /^(all|except|only)(?:\s(.*))?$/su.exec(value) ?? [];
  const names = rest
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '');
  if (!faces || (faces === 'all') !== (names.length === 0))
    throw new UsageError('--blur must be all, "except NAME,NAME", or "only NAME,NAME".');
  return { faces: faces as Blur['faces'], names };
}

/**
 * The choice of a request for videos. @throws ReelscopeError `not_found` for a name that nobody in the video has,
 * UsageError
 */
export async function blurOf(api: ApiClient, jobIds: readonly string[], { faces, names }: BlurredFaces): Promise<Blur> {
  return faces === 'all' ? { faces } : { faces, person_ids: await idsOf(api, jobIds, names) };
}

/**
 * Prints what a blur covers in a video, or a range of it, and where to look, to the error output. @throws
 * ReelscopeError `not_ready`
 */
export async function noteBlur(
  input: CommandInput,
  api: ApiClient,
  jobId: string,
  { faces, person_ids }: Blur,
  range: { start_time: number; end_time: number } | null = null,
): Promise<void> {
  const query = new URLSearchParams({ faces, ...(person_ids && { person_ids: person_ids.join(',') }) });
  for (const [name, value] of Object.entries(range ?? {})) query.set(name, String(value));
  const check = await api.get(`/videos/${jobId}/people/blur?${query}`, BlurCheck);
  const { people_seen: seen, people_covered: covered, check_times: times, is_outdated } = check;
  note(input, `${seen} ${seen === 1 ? 'person' : 'people'} seen, ${covered} blurred.`);
  if (times.length > 0) note(input, `Check the frame at ${times.map((time) => formatPosition(time)).join(', ')}.`);
  if (is_outdated) note(input, 'An earlier version analyzed this video. Analyze it again to find more people.');
}

/**
 * Ids of people of a video for a request, or `all`. @param value `all`, or names after commas @throws like {@link
 * blurOf}
 */
export async function peopleIds(api: ApiClient, jobId: string, value: string): Promise<string> {
  const names = value
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '');
  if (names.length === 0) throw new UsageError('--people must be all, or names after commas.');
  return value.trim() === 'all' ? 'all' : (await idsOf(api, [jobId], names)).join(',');
}

/** @param jobIds videos among whose people the names are looked for */
async function idsOf(api: ApiClient, jobIds: readonly string[], names: readonly string[]): Promise<string[]> {
  const found = await Promise.all(jobIds.map((jobId) => api.get(`/videos/${jobId}/people`, VideoPeople)));
  const people = [...new Map(found.flatMap((one) => one.people).map((person) => [person.id, person])).values()];
  const known = people.map(({ id, name, number }) => ({ id, name: name ?? `Person ${number}` }));
  return names.map((name) => chosen('person', name, known, ({ id }) => [id]).id);
}
