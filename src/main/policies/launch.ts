import { extname, isAbsolute, resolve } from 'node:path';
import { isUuid } from '../../base/ids.ts';

/** Request of a launch, a link, or a file opened through the system. */
export type LaunchRequest = { kind: 'import'; path: string } | { kind: 'video'; jobId: string; time: number | null };

export const LINK_SCHEME = 'reelscope';
/** Extensions of the files that the application is associated with (electron-builder.yml). */
export const MEDIA_EXTENSIONS = [
  ...['mp4', 'm4v', 'mov', 'mkv', 'webm', 'avi', 'mpg', 'mpeg', 'ts', 'mts', 'm2ts', 'mxf', 'wmv', 'flv', 'vob', '3gp'],
  ...['mp3', 'm4a', 'wav', 'flac', 'ogg', 'opus', 'aac', 'ac3', 'eac3', 'aif', 'aiff', 'wma'],
  // Results of another library.
  'reelscope',
] as const;
const MAX_LINK_LENGTH = 200;

/** Returns whether a file is a media file, judging by its name. */
function isMediaPath(path: string): boolean {
  return (MEDIA_EXTENSIONS as readonly string[]).includes(extname(path).slice(1).toLowerCase());
}

/**
 * Parses `reelscope://video/<job_id>` with an optional `?t=<seconds>`. Any web page can open such a link, so it may
 * only navigate, never change anything: it can't import a file, and other forms are ignored.
 */
export function parseLink(text: string): LaunchRequest | undefined {
  if (text.length > MAX_LINK_LENGTH) return undefined;
  const [, jobId, time] = /^reelscope:\/\/video\/([0-9a-f-]{36})\/?(?:\?t=(\d{1,7}(?:\.\d{1,3})?))?$/i.exec(text) ?? [];
  if (!jobId || !isUuid(jobId)) return undefined;
  return { kind: 'video', jobId: jobId.toLowerCase(), time: time === undefined ? null : Number(time) };
}

/**
 * Parses the arguments of a launch. Ignores Chromium's switches, the application's folder, and everything that is neither
 * a link nor a media file.
 * @param folder where the launch came from; relative names are taken from there
 */
export function parseArguments(argv: readonly string[], folder: string): LaunchRequest[] {
  return argv.slice(1).flatMap((word): LaunchRequest[] => {
    if (word.toLowerCase().startsWith(`${LINK_SCHEME}:`)) {
      const link = parseLink(word);
      return link ? [link] : [];
    }
    if (word.startsWith('-') || !isMediaPath(word)) return [];
    return [{ kind: 'import', path: isAbsolute(word) ? word : resolve(folder, word) }];
  });
}

/** Returns the page of a video at a time in seconds. */
export function videoPage(jobId: string, time: number | null = null): string {
  return `/videos/${jobId}${time === null ? '' : `?t=${time}`}`;
}
