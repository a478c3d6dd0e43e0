import { ReelscopeError } from '../../contract/errors.ts';
import type { VideoStatus } from '../../contract/library/video.ts';
import { message } from '../../contract/message.ts';
import { sentence } from '../../core/texts/sentence.ts';

/** Whether a video is queued or being analyzed. */
export function hasOpenJob(video: { status: VideoStatus } | undefined): boolean {
  return video?.status === 'queued' || video?.status === 'processing';
}

/** @throws ReelscopeError `conflict` while the video is queued or being analyzed */
export function requireIdle(video: { status: VideoStatus } | undefined): void {
  if (video && hasOpenJob(video))
    throw new ReelscopeError('conflict', sentence('video.busy', { status: message(`video-status.${video.status}`) }));
}
