import type { VideoListRow } from '../../db/repositories/video-reads.ts';
import { toVideo } from './mappers/video-mapper.ts';

/** Texts that are kept at most: about 50 MB. */
const MAX_TEXTS = 100_000;

/**
 * JSON texts of videos in lists. Most of the work of a list of thousands is to write again what has not changed, so a
 * text is kept as long as its row is the same in all columns.
 */
export function createVideoTexts() {
  const known = new Map<number, { row: VideoListRow; text: string }>();

  const textOf = (row: VideoListRow): string => {
    const before = known.get(row.id);
    if (before && isSame(before.row, row)) return before.text;
    if (!before && known.size >= MAX_TEXTS) known.clear();
    const text = JSON.stringify(toVideo(row));
    known.set(row.id, { row, text });
    return text;
  };

  /** JSON of a list, one video per line: the window parses it while it arrives. */
  const list = (rows: readonly VideoListRow[]): string => `[${rows.map(textOf).join(',\n')}]`;

  const libraries = new Map<number, { version: string; bytes: Buffer }>();

  return {
    list,

    /**
     * JSON of all videos of a user, read again only after a write. UTF-8, since megabytes take longer to encode than to
     * read.
     * @param version of the database
     */
    whole(userId: number, version: string, read: () => readonly VideoListRow[]): Buffer {
      const before = libraries.get(userId);
      if (before?.version === version) return before.bytes;
      const bytes = Buffer.from(list(read()));
      libraries.set(userId, { version, bytes });
      return bytes;
    },
  };
}

function isSame(a: VideoListRow, b: VideoListRow): boolean {
  for (const column in a) if (a[column as keyof VideoListRow] !== b[column as keyof VideoListRow]) return false;
  return true;
}
