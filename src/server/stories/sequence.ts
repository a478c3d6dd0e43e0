import type { Results } from '../../contract/analysis/results.ts';
import type { Segment } from '../../contract/analysis/segment.ts';
import type { Story } from '../../contract/search/stories.ts';
import { type Marker, oneLine } from '../../core/formats/markers.ts';
import type { Sequence, SequenceClip, SequenceFile } from '../../core/formats/sequence/sequence.ts';
import { momentsOf, type StoryEntry } from './story-content.ts';

/**
 * The moments of a story as a sequence for editing programs; titles and headings are markers, a heading at the start of
 * the moment after it. Pure.
 * @param files by job id
 */
export function sequenceOf(
  story: Story,
  entries: readonly StoryEntry[],
  files: ReadonlyMap<string, SequenceFile>,
): Sequence {
  let headings: string[] = [];
  const clips: SequenceClip[] = [];
  for (const entry of entries) {
    if (entry.kind === 'heading') headings.push(entry.text);
    if (entry.kind !== 'moment') continue;
    const { moment, video, range } = entry;
    const tags = moment.tags.map(({ name }) => name);
    const marker = (kind: 'heading' | 'moment', name: string, note: string): Marker => ({
      kind,
      name: oneLine(name),
      note,
      ...(kind === 'heading' ? { start: range.start, end: range.start } : range),
    });
    clips.push({
      file: files.get(video.jobId)!,
      ...range,
      title: moment.title,
      note: moment.note,
      tags,
      markers: [...headings.map((text) => marker('heading', text, '')), marker('moment', moment.title, moment.note)],
    });
    headings = [];
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
    job_id: '',
    video_name: story.title,
    duration: offset,
    status: 'completed',
    processing_time: 0,
    segments: lines,
    transcription: lines,
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
