import { AskPanel } from '../features/ask/panel.tsx';
import { VideoPage } from '../features/video/page.tsx';

/** A video with the chat beside it. */
export function VideoRoute({ jobId }: { jobId: string }) {
  return <VideoPage jobId={jobId} renderAsk={(slot) => <AskPanel {...slot} />} />;
}
