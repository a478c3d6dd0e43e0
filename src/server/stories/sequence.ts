import type { Sequence, SequenceClip } from '../../contract/formats/sequence/sequence.ts';
import type { Results } from '../../contract/results.ts';
import type { Segment } from '../../contract/segment.ts';
import type { Story } from '../../contract/stories.ts';
import type { VideoRow } from '../../db/schema.ts';
import type { MediaInfoWire } from '../workers/types.ts';
import { momentsOf, type StoryEntry } from './story-content.ts';

/** The moments of a story as a sequence for editing programs; a heading belongs to the moment after it. Pure. */
export function sequenceOf(story: Story, entries: readonly StoryEntry[]): Sequence {
  let heading: string | undefined;
  const clips: SequenceClip[] = [];
  for (const entry of entries) {
    if (entry.kind === 'heading') heading = entry.text;
    if (entry.kind !== 'moment') continue;
    const { moment, video, range } = entry;
    clips.push({
      file: fileOf(video),
      ...range,
      title: moment.title,
      note: moment.note,
      ...(heading !== undefined && { heading }),
    });
    heading = undefined;
  }
  return { title: story.title, clips };
}

/** The transcripts of a story's moments, with times of the clip that joins them. Pure. */
export function transcriptOf(story: Story, entries: readonly StoryEntry[]): Results {
  let offset = 0;
  const lines = momentsOf(entries).flatMap(({ transcript, range }) => {
    const from = offset;
    offset += range.end - range.start;
    return transcript.map((line) => moved(line, from));
  });
  return {
    ...{ job_id: '', video_name: story.title, duration: offset, status: 'completed', processing_time: 0 },
    ...{ segments: lines, transcription: lines },
  };
}

function moved(line: Segment, offset: number): Segment {
  const at = <Timed extends { start_time: number; end_time: number }>(timed: Timed): Timed => ({
    ...timed,
    start_time: timed.start_time + offset,
    end_time: timed.end_time + offset,
  });
  return at({ ...line, data: line.data && { ...line.data, words: line.data.words?.map(at) } });
}

function fileOf({ jobId, name, duration, media }: VideoRow): SequenceClip['file'] {
  const info = media === null ? null : (JSON.parse(media) as MediaInfoWire);
  const video = info?.video ? { width: info.video.width, height: info.video.height, fps: info.video.frameRate } : null;
  return { jobId, name, duration, video, hasAudio: info ? info.audio !== null : true };
}
