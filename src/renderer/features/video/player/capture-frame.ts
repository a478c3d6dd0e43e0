/** Maximum longer side of a captured frame in pixels; more shows nothing further to the search. */
const MAX_SIDE = 2048;
const JPEG_QUALITY = 0.95;

/** Returns the frame that a video shows as JPEG; null if there is none, or the browser doesn't release its pixels. */
export async function captureFrame(video: HTMLVideoElement): Promise<Blob | null> {
  const { videoWidth, videoHeight, readyState } = video;
  if (readyState < HTMLMediaElement.HAVE_CURRENT_DATA || videoWidth === 0) return null;
  const scale = Math.min(1, MAX_SIDE / Math.max(videoWidth, videoHeight));
  const canvas = document.createElement('canvas');
  canvas.width = Math.round(videoWidth * scale);
  canvas.height = Math.round(videoHeight * scale);
  canvas.getContext('2d')?.drawImage(video, 0, 0, canvas.width, canvas.height);
  try {
    return await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/jpeg', JPEG_QUALITY));
  } catch (error) {
    // A video of another origin may be shown and not read.
    if (error instanceof DOMException && error.name === 'SecurityError') return null;
    throw error;
  }
}
