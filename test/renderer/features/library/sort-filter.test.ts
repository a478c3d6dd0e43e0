import { expect, test } from 'vitest';
import type { Video } from '../../../../src/contract/library/video.ts';
import { type SortFilter, sortAndFilter } from '../../../../src/renderer/features/library/sort-filter.ts';

const video = (id: number, name: string, more: Partial<Video> = {}): Video => ({
  id: String(id),
  user_id: '1',
  job_id: `job-${id}`,
  project_id: null,
  name,
  description: null,
  status: 'completed',
  selected_insights: '[]',
  duration: id * 10,
  file_size: 1000 - id,
  processing_time: 0,
  storage_path: `users/1/${name}`,
  created_at: `2026-03-0${id}T00:00:00.000`,
  updated_at: '2026-03-09T00:00:00.000',
  analyzed_at: null,
  ...more,
});

const videos = [
  video(1, 'Clip 10.mp4'),
  video(2, 'clip 9.mp4', { status: 'failed', project_id: '7' }),
  video(3, 'Straße am Café.mov'),
];
const names = (change: Partial<SortFilter>) =>
  sortAndFilter(videos, { text: '', status: 'any', sort: 'newest', projectId: null, ...change }).map(({ id }) => id);

test('sorts by each key, with numbers in names by value', () => {
  expect(names({})).toEqual(['3', '2', '1']);
  expect(names({ sort: 'oldest' })).toEqual(['1', '2', '3']);
  expect(names({ sort: 'name' })).toEqual(['2', '1', '3']);
  expect(names({ sort: 'longest' })).toEqual(['3', '2', '1']);
  expect(names({ sort: 'largest' })).toEqual(['1', '2', '3']);
});

test('sorts by capture date and speaker, videos without one last', () => {
  const facts = new Map([
    ['job-1', { job_id: 'job-1', capture_time: '2024-01-01T00:00:00', speakers: [] }],
    ['job-3', { job_id: 'job-3', capture_time: '2025-01-01T00:00:00', speakers: ['Ada'] }],
  ]);
  const factsOf = (jobId: string) => facts.get(jobId);
  expect(names({ sort: 'captured', factsOf })).toEqual(['3', '1', '2']);
  expect(names({ sort: 'capturedOldest', factsOf })).toEqual(['1', '3', '2']);
  expect(names({ sort: 'speaker', factsOf })).toEqual(['3', '2', '1']);
});

test('matches every word of a name, ignoring case and accents', () => {
  expect(names({ text: '  CLIP  10' })).toEqual(['1']);
  expect(names({ text: 'cafe' })).toEqual(['3']);
  expect(names({ text: 'clip cafe' })).toEqual([]);
});

test('filters by status and project, and does not modify the given list', () => {
  expect(names({ status: 'failed' })).toEqual(['2']);
  expect(names({ projectId: '7' })).toEqual(['2']);
  expect(names({ projectId: '8' })).toEqual([]);
  expect(videos.map(({ id }) => id)).toEqual(['1', '2', '3']);
});
