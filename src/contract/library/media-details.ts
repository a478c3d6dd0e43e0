import { z } from 'zod';
import { ModuleCoverage } from '../analysis/coverage.ts';
import { Recording } from './recording.ts';
import { StartTimecode } from './start-timecode.ts';
import { MediaTracks, TrackChoice, TrackUse } from './tracks.ts';

export const SourceState = z.enum(['ok', 'missing', 'changed', 'checking']).meta({
  description:
    'ok: the file that was registered; missing: not found; changed: another content than the analyzed one; checking: being compared.',
});
export type SourceState = z.infer<typeof SourceState>;

/** Media facts of a video, for players and users. */
export const MediaDetails = z
  .object({
    container: z.string().nullable().meta({ description: 'Name of the demuxer; null before the file is probed.' }),
    video: z
      .object({
        codec: z.string().describe('Name of the codec.'),
        width: z.number().meta({ description: 'Pixels, upright.' }),
        height: z.number().describe('Pixels.'),
        frame_rate: z.number().meta({ description: 'Average frames per second; 0 if unknown.' }),
      })
      .nullable()
      .describe('Facts of the video track; null without one.'),
    audio: z
      .object({
        codec: z.string().describe('Name of the codec.'),
        sample_rate: z.number().describe('Samples a second.'),
        channels: z.number().describe('Number of channels.'),
      })
      .nullable()
      .describe('Facts of the first audio track; null without one.'),
    tracks: MediaTracks.nullable().meta({ description: 'All tracks of the file; null if they are not known.' }),
    track_choice: TrackChoice.meta({ description: 'Tracks that were chosen for the analysis.' }),
    track_use: TrackUse.nullable().meta({
      description: 'Use of the tracks by the last analysis of the file; null if nothing listened.',
    }),
    analysis: z.array(ModuleCoverage).meta({ description: 'Which modules have analyzed the video, and which part.' }),
    source_state: SourceState,
    referenced_path: z.string().nullable().meta({
      description: 'Absolute path of a source file that is referenced in place; null for a file of the store.',
    }),
    pictures_state: z.enum(['ok', 'rebuilding']).meta({
      description: 'rebuilding: saved frames or the waveform were lost, and are being created again.',
    }),
    original_name: z.string().nullable().meta({ description: 'File name at import, which a rename keeps.' }),
    sha256: z.string().nullable().meta({ description: 'Of the source file; null until it is computed.' }),
    start_timecode: StartTimecode.nullable().optional().meta({
      description: 'Timecode at the start of the file, as it states it; null without one.',
    }),
    recording: Recording.nullable().meta({
      description: 'When, with what, and where it was recorded, as the file states.',
    }),
    source_exists: z.boolean().meta({ description: 'False if the source file is missing.' }),
  })
  .meta({ id: 'MediaFacts' });
export type MediaDetails = z.infer<typeof MediaDetails>;
