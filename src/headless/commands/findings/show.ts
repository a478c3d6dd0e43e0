import { formatClock } from '../../../base/time.ts';
import { JobStatus } from '../../../contract/analysis/job.ts';
import { MediaDetails } from '../../../contract/library/media-details.ts';
import type { Video } from '../../../contract/library/video.ts';
import { coverageText, trackLines } from '../../../core/formats/media-lines.ts';
import { codecName, containerName } from '../../../core/texts/media-names.ts';
import { args, type Command, EXIT, print } from '../../command.ts';
import { findVideo, withLibrary } from '../../connection/with-library.ts';

/** `reelscope show`: shows a video's file and the state of its analysis. */
export const showCommand: Command = {
  usage: ['show VIDEO'],
  options: {},
  notes: ['VIDEO is an ID or a name.'],
  examples: [['show interview.mp4', 'File, hash, tracks, what was analyzed, and warnings.']],

  async run(input) {
    const [name] = args(input, 1, 1, 'show requires one video, by ID or name.') as [string];
    await withLibrary(input, async (api) => {
      const video = await findVideo(api, name);
      const analysis = await api.get(`/processing/${video.job_id}/status`, JobStatus);
      const media = await api.get(`/videos/${video.job_id}/media`, MediaDetails);
      print(input, { video, media, analysis }, describe(video, media, analysis));
    });
    return EXIT.done;
  },
};

function describe(video: Video, media: MediaDetails, analysis: JobStatus): string {
  const picture = media.video && `${codecName(media.video.codec)} ${media.video.width}x${media.video.height}`;
  const sound = media.audio && `${codecName(media.audio.codec)} ${media.audio.sample_rate} Hz`;
  const facts: Record<string, string | null> = {
    ID: video.job_id,
    Name: video.name,
    Status: analysis.error === null ? analysis.status : `${analysis.status}: ${analysis.error}`,
    Duration: formatClock(video.duration),
    File: `${media.source_state}, ${video.file_size} bytes${media.referenced_path ? `, ${media.referenced_path}` : ''}`,
    'SHA-256': media.sha256,
    'Start timecode': media.start_timecode?.timecode ?? null,
    Media: [media.container && containerName(media.container, media.original_name ?? video.name), picture, sound]
      .filter(Boolean)
      .join(', '),
    Added: `${video.created_at} UTC`,
    ...Object.fromEntries(
      (media.tracks ? trackLines(media.tracks, media.track_use) : []).map(({ name, text }) => [name, text]),
    ),
    ...Object.fromEntries(
      media.analysis.map((one) => [one.module, [coverageText(one), one.engine, one.error].filter(Boolean).join('  ')]),
    ),
  };
  const width = Math.max(...Object.keys(facts).map((name) => name.length));
  const lines = Object.entries(facts).filter(([, value]) => value !== null && value !== '');
  return [
    ...lines.map(([name, value]) => `${name.padEnd(width)}  ${value}\n`),
    ...analysis.warnings.map((warning) => `${'Note'.padEnd(width)}  ${warning}\n`),
  ].join('');
}
