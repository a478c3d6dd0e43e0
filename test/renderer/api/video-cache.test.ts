import { beforeEach, expect, test } from 'vitest';
import type { Video } from '../../../src/contract/library/video.ts';
import { queryClient } from '../../../src/renderer/api/query-client.ts';
import { patchOpenVideo, putVideo, VIDEOS, videoKey } from '../../../src/renderer/api/video-cache.ts';

beforeEach(() => queryClient.clear());

const video = (status: Video['status']) => ({ job_id: 'a', status }) as Video;
const listed = () => queryClient.getQueryData(VIDEOS.queryKey);
const opened = () => queryClient.getQueryData(videoKey('a').queryKey);

test('updates the lists and the page of a video', () => {
  queryClient.setQueryData(VIDEOS.queryKey, [video('processing')]);
  queryClient.setQueryData(videoKey('a').queryKey, video('processing'));
  putVideo(video('completed'));
  expect(listed()).toEqual([video('completed')]);
  expect(opened()).toEqual(video('completed'));
});

test('updates only the page of a video in a batch after which the lists are fetched', () => {
  queryClient.setQueryData(VIDEOS.queryKey, [video('processing')]);
  queryClient.setQueryData(videoKey('a').queryKey, video('processing'));
  patchOpenVideo(video('completed'));
  expect(listed()).toEqual([video('processing')]);
  expect(opened()).toEqual(video('completed'));
});
