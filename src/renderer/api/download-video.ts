import type { Video } from '../../contract/library/video.ts';
import { api } from './endpoints.ts';

/** URL and name under which the source file of a video can be saved. */
export async function videoDownload({ job_id, name, storage_path }: Video): Promise<{ url: string; name: string }> {
  const { playback_url } = await api.videos.playback(job_id);
  const extension = /\.[^./]+$/.exec(storage_path)?.[0] ?? '';
  const hasExtension = name.toLowerCase().endsWith(extension.toLowerCase());
  return { url: playback_url, name: hasExtension ? name : `${name}${extension}` };
}
