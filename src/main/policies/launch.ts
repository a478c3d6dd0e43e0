import { extname, isAbsolute, resolve } from 'node:path';
import { isUuid } from '../../base/ids.ts';
import { MEDIA_EXTENSIONS, SHARED_EXTENSIONS } from '../../core/media-files/extensions.ts';

/** Request of a launch, a link, or a file opened through the system. */
export type LaunchRequest = { kind: 'import'; path: string } | { kind: 'video'; jobId: string; time: number | null };

export const LINK_SCHEME = 'reelscope';
/** Extensions of the files that the application opens: media, and results of another library. */
export const OPENED_EXTENSIONS: readonly string[] = [...MEDIA_EXTENSIONS, ...SHARED_EXTENSIONS, 'reelscope'];
const MAX_LINK_LENGTH = 200;

/** Returns whether the application opens a file, judging by its name. */
function isOpened(path: string): boolean {
  return OPENED_EXTENSIONS.includes(extname(path).slice(1).toLowerCase());
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
 * Parses the arguments of a launch. Ignores Chromium's switches, the application's folder, and everything that is
 * neither a link nor a media file.
 * @param folder where the launch came from; relative names are taken from there
 */
export function parseArguments(argv: readonly string[], folder: string): LaunchRequest[] {
  return argv.slice(1).flatMap((word): LaunchRequest[] => {
    if (word.toLowerCase().startsWith(`${LINK_SCHEME}:`)) {
      const link = parseLink(word);
      return link ? [link] : [];
    }
    if (word.startsWith('-') || !isOpened(word)) return [];
    return [{ kind: 'import', path: isAbsolute(word) ? word : resolve(folder, word) }];
  });
}

/** Returns the page of a video at a time in seconds. */
export function videoPage(jobId: string, time: number | null = null): string {
  return `/videos/${jobId}${time === null ? '' : `?t=${time}`}`;
}
