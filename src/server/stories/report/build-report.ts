import { readFile } from 'node:fs/promises';
import { formatLasting } from '../../../base/time.ts';
import type { Manifest } from '../../../contract/evidence/manifest.ts';
import type { Story } from '../../../contract/search/stories.ts';
import type { ReportLanguage } from '../../exports/report-language.ts';
import type { StillFiles } from '../../library/stills.ts';
import { momentsOf, type StoryEntry, type StoryMoment } from '../story-content.ts';
import { jpegSize } from './jpeg-size.ts';
import type { ReportEntry, ReportPicture, StoryReport } from './report.ts';

/** Gathers the content of a report. A moment whose video has no saved frame is shown without one. */
export async function buildReport(
  story: Story,
  entries: readonly StoryEntry[],
  stills: Pick<StillFiles, 'nearest'>,
  manifest: Manifest,
  { t, tag }: ReportLanguage,
  now: number,
): Promise<StoryReport> {
  const moments = momentsOf(entries);
  const numbers = new Map(moments.map((entry, index) => [entry, index + 1]));
  const facts = [
    t('moments', { count: moments.length }),
    t('videos', { count: manifest.videos.length }),
    formatLasting(story.duration, tag),
    new Intl.DateTimeFormat(tag, { dateStyle: 'long' }).format(now),
  ];
  return {
    title: story.title,
    description: story.description,
    facts: facts.join(' · '),
    entries: await Promise.all(
      entries.map(async (entry): Promise<ReportEntry> => {
        if (entry.kind !== 'moment') return { kind: entry.kind, text: entry.text };
        const { moment, video, range, transcript } = entry;
        return {
          kind: 'moment',
          number: numbers.get(entry)!,
          title: moment.title,
          note: moment.note,
          tags: moment.tags,
          videoName: video.name,
          start: range.start,
          end: range.end,
          transcript,
          picture: await pictureOf(entry, stills),
        };
      }),
    ),
    manifest,
    skipped: story.items.filter(({ moment }) => moment && moment.deleted_at !== null).length,
  };
}

async function pictureOf(
  { video, range }: StoryMoment,
  stills: Pick<StillFiles, 'nearest'>,
): Promise<ReportPicture | null> {
  const still = await stills.nearest(video.jobId, Math.round(range.start * 1000));
  // It may be deleted in between.
  const bytes = still && (await readFile(still.file).catch(() => undefined));
  const size = bytes && jpegSize(bytes);
  return size ? { bytes, ...size } : null;
}
