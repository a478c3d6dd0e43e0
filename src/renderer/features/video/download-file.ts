import type { Video } from '../../../contract/library/video.ts';
import { videoDownload } from '../../api/download-video.ts';
import { toast } from '../../ui/feedback/toast.tsx';
import { saveUrl } from '../../ui/lib/files.ts';
import { errorText } from '../../ui/lib/messages.ts';

/** Saves the source file of a video to the user's downloads. */
export async function downloadFile(video: Video): Promise<void> {
  try {
    const { url, name } = await videoDownload(video);
    saveUrl(url, name);
  } catch (error) {
    toast(errorText(error), { tone: 'bad' });
  }
}
