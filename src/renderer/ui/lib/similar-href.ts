/** Address of the page that finds shots like a frame of a video. @param time seconds */
export function similarFrameHref(jobId: string, time: number): string {
  return `/search/picture?from=${jobId}&t=${Math.round(time * 1000) / 1000}`;
}

/** Address of the page that finds shots like the frame of a finding. @param time of its frame in seconds */
export function similarFindingHref(jobId: string, time: number, segmentId: string): string {
  return `${similarFrameHref(jobId, time)}&finding=${segmentId}`;
}
