import { type McpServer, ResourceTemplate } from '@modelcontextprotocol/server';
import { formatClock } from '../../base/time.ts';
import { Video } from '../../contract/video.ts';
import type { AgentLibrary } from './library.ts';
import { asData, pageOf } from './output.ts';
import { describeAnalysis, describeFinding, findingsOf } from './tools/findings.ts';
import { describeVideo } from './tools/list-videos.ts';

/** Maximum number of videos in a list of resources. */
const MAX_LISTED = 200;

/** Adds the videos and their transcripts as resources, which people attach to a conversation. */
export function addResources(server: McpServer, library: AgentLibrary): void {
  const never = new AbortController().signal;
  const videos = () => library.use((api) => api.get('/videos', Video.array()));
  const listed = (suffix: string, kind: string) => async () => ({
    resources: (await videos()).slice(0, MAX_LISTED).map(({ job_id, name, duration }) => ({
      uri: `reelscope://videos/${job_id}${suffix}`,
      name: `${name}${kind}`,
      description: formatClock(duration),
      mimeType: 'text/plain',
    })),
  });
  const contents = (uri: URL, value: unknown) => ({
    contents: [{ uri: uri.href, mimeType: 'text/plain', text: asData(value) }],
  });

  server.registerResource(
    'videos',
    'reelscope://videos',
    { title: 'Videos', description: 'Videos of the library, newest first.', mimeType: 'text/plain' },
    async (uri) => {
      const { items, ...page } = pageOf((await videos()).map(describeVideo), 0, MAX_LISTED);
      return contents(uri, { videos: items, ...page });
    },
  );
  server.registerResource(
    'video',
    new ResourceTemplate('reelscope://videos/{job_id}', { list: listed('', '') }),
    { title: 'Video', description: 'What was found in a video, in time order.', mimeType: 'text/plain' },
    async (uri, { job_id }) => {
      const { results, segments } = await library.use((api) => findingsOf(api, { job_id: String(job_id) }, never));
      const { items, ...page } = pageOf(segments.map(describeFinding), 0, segments.length);
      return contents(uri, {
        job_id,
        video: results.video_name,
        analysis: describeAnalysis(results),
        findings: items,
        ...page,
      });
    },
  );
  server.registerResource(
    'transcript',
    new ResourceTemplate('reelscope://videos/{job_id}/transcript', { list: listed('/transcript', ' (transcript)') }),
    { title: 'Transcript', description: 'Speech of a video with times and speakers.', mimeType: 'text/plain' },
    async (uri, { job_id }) => {
      const request = { job_id: String(job_id), modules: ['transcription'] as const };
      const { results, segments } = await library.use((api) => findingsOf(api, request, never));
      const { items, ...page } = pageOf(segments.map(describeFinding), 0, segments.length);
      return contents(uri, {
        job_id,
        video: results.video_name,
        analysis: describeAnalysis(results),
        lines: items,
        ...page,
      });
    },
  );
}
