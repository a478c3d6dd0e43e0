import { type McpServer, ResourceTemplate } from '@modelcontextprotocol/server';
import { formatClock } from '../../base/time.ts';
import { ReelscopeError } from '../../contract/errors.ts';
import { Video } from '../../contract/library/video.ts';
import { sentence } from '../../core/texts/sentence.ts';
import { visibleText } from '../../models/language/untrusted.ts';
import type { AgentLibrary } from './library.ts';
import { asData, type Page, pageOf } from './output.ts';
import { describeAnalysis, describeFinding, type FindingsRequest, findingsOf } from './tools/findings.ts';
import { describeVideo } from './tools/list-videos.ts';

/** Maximum number of videos in a list of resources. */
const MAX_LISTED = 200;

/** Adds the videos and their transcripts as resources, which people attach to a conversation. */
export function addResources(server: McpServer, library: AgentLibrary): void {
  const never = new AbortController().signal;
  const videos = () => library.use((api) => api.get('/videos', Video.array()));
  const read = (request: FindingsRequest) => library.use((api) => findingsOf(api, request, never));
  const listed = (suffix: string, kind: string, isThere: (video: Video) => boolean) => async () => ({
    resources: (await videos())
      .filter(isThere)
      .slice(0, MAX_LISTED)
      .map(({ job_id, name, duration }) => ({
        uri: `reelscope://videos/${job_id}${suffix}`,
        name: visibleText(`${name}${kind}`),
        description: formatClock(duration),
        mimeType: 'text/plain',
      })),
  });

  server.registerResource(
    'videos',
    'reelscope://videos',
    { title: 'Videos', description: 'Videos of the library, newest first.', mimeType: 'text/plain' },
    async (uri) => contentsOf(uri, (await videos()).map(describeVideo), (part) => ({ videos: part })),
  );
  server.registerResource(
    'video',
    new ResourceTemplate('reelscope://videos/{job_id}', { list: listed('', '', () => true) }),
    { title: 'Video', description: 'What was found in a video, in time order.', mimeType: 'text/plain' },
    async (uri, { job_id }) => {
      const { results, segments } = await read({ job_id: String(job_id) });
      const about = { job_id, video: results.video_name, analysis: describeAnalysis(results) };
      return contentsOf(uri, segments.map(describeFinding), (findings) => ({ ...about, findings }));
    },
  );
  server.registerResource(
    'transcript',
    new ResourceTemplate('reelscope://videos/{job_id}/transcript', {
      list: listed('/transcript', ' (transcript)', wasTranscribed),
    }),
    { title: 'Transcript', description: 'Speech of a video with times and speakers.', mimeType: 'text/plain' },
    async (uri, { job_id }) => {
      const { results, segments } = await read({ job_id: String(job_id), modules: ['transcription'] });
      const isComplete = results.analysis?.some(({ status }) => status === 'completed') ?? false;
      if (segments.length === 0 && !isComplete) throw new ReelscopeError('not_found', sentence('agents.no-transcript'));
      const about = { job_id, video: results.video_name, analysis: describeAnalysis(results) };
      return contentsOf(uri, segments.map(describeFinding), (lines) => ({ ...about, lines }));
    },
  );
}

/** A list of any length as a resource: in as many parts as it needs, each between marks of its own. */
function contentsOf<Item>(uri: URL, items: readonly Item[], describe: (part: Item[]) => object) {
  const parts: object[] = [];
  for (let offset: number | null = 0; offset !== null; ) {
    const page: Page<Item> = pageOf(items, offset, items.length);
    parts.push(describe(page.items));
    offset = page.next_offset;
  }
  return { contents: parts.map((part) => ({ uri: uri.href, mimeType: 'text/plain', text: asData(part) })) };
}

/** Whether the last analysis of a video was to transcribe it. */
function wasTranscribed({ status, selected_insights }: Video): boolean {
  return status === 'completed' && selected_insights.includes('"transcription"');
}
