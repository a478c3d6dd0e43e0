import type { Clock } from '../../base/time.ts';
import type { Db } from '../open.ts';
import type { SharedReportRow, VideoRow } from '../schema.ts';

/** Links that are neither revoked nor expired, of all users. */
export function createOpenLinks(db: Db, clock: Clock) {
  const openLinks = () =>
    db.sql
      .selectFrom('sharedReports')
      .where('isActive', '=', 1)
      .where((where) => where.or([where('expiresAt', 'is', null), where('expiresAt', '>', clock.now())]));

  return {
    /** Open links to stories, with the blur of their clips. */
    sharedStories: (): (Pick<SharedReportRow, 'id' | 'shareHash' | 'userId' | 'blur'> & { storyId: number })[] =>
      db
        .all(openLinks().select(['id', 'shareHash', 'userId', 'storyId', 'blur']).where('storyId', 'is not', null))
        .map((link) => ({ ...link, storyId: link.storyId! })),

    /** Whether a video has an open link that withholds recording details. */
    withholdsRecording: (videoId: number): boolean =>
      db.get(openLinks().select('id').where('videoId', '=', videoId).where('includesRecording', '=', 0).limit(1)) !==
      undefined,

    /** Lists the videos of all open reports, each once; without those in the trash. */
    sharedVideos: (): VideoRow[] =>
      db.all(
        db.sql
          .selectFrom('videos')
          .selectAll()
          .where('deletedAt', 'is', null)
          .where('id', 'in', openLinks().select('videoId')),
      ),

    /** Open links with blurred faces, with their videos; without those in the trash. */
    blurred: (): { report: SharedReportRow; video: VideoRow }[] =>
      db.all(openLinks().selectAll().where('blur', 'is not', null)).flatMap((report) => {
        const video = videoOf(db, report);
        return video && video.deletedAt === null ? [{ report, video }] : [];
      }),
  };
}

/** The video that a link leads to; undefined for one to a story. */
export function videoOf(db: Db, { videoId }: SharedReportRow): VideoRow | undefined {
  return db.get(db.sql.selectFrom('videos').selectAll().where('id', '=', videoId));
}
