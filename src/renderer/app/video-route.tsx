import { AskPanel } from '../features/ask/panel.tsx';
import { VideoPage } from '../features/video/page.tsx';

/** Video page with the chat. */
export function VideoRoute({ jobId }: { jobId: string }) {
  return <VideoPage jobId={jobId} renderAsk={(slot) => <AskPanel {...slot} />} />;
}
