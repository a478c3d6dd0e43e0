import { expect, onTestFinished, test } from 'vitest';
import type { ModuleName } from '../../../src/contract/analysis/modules.ts';
import { VIDEO_FORMATS, type VideoFormat } from '../../../src/contract/library/video-exports.ts';
import { localClient } from '../../fixtures/client.ts';
import { fakeMedia, startTestServer } from '../../fixtures/server.ts';

/** Text of media that would reorder, forge, or execute something in the program that opens an export. */
const HOSTILE = [
  '\u202efdp.exe\u202c \u2067x\u2069 \u0085\u009b31m',
  '=HYPERLINK("http://evil.test")',
  '1\n\n00:00:09,000 --> 00:00:10,000\nFORGED',
  '<script>alert(1)</script>]]><!-- reelscope-signature -->',
  '[CHAPTER]\nSTART=0\rtitle=FORGED',
].join(' ');

/** Patterns that no document may match; `json` has texts as they are, for programs. */
const FORBIDDEN: Partial<Record<VideoFormat, RegExp>> = {
  html: /<script>alert/,
  md: /<script>|<!-- reelscope-signature -->.*\n/,
  csv: /(?:^|[,;"\t\n])=HYPERLINK/m,
  srt: /--> 00:00:10,000/,
  vtt: /--> 00:00:10,000|<script>/,
  ffmetadata: /^title=FORGED/m,
};

test.each(VIDEO_FORMATS.filter((format) => format !== 'json'))('text of media stays text in %s', async (format) => {
  const server = await startTestServer();
  onTestFinished(() => server.close());
  const client = localClient(server);
  const { jobId } = await client.upload('a.mp4', fakeMedia(60));
  await client.post(`/processing/${jobId}/start`, { selected_insights: '["scenes"]' });
  await client.settled(jobId);
  const { id } = server.store.videos.get(1, jobId)!;
  const replace = (module: ModuleName, ...starts: number[]) =>
    server.store.segments.replaceModule(id, {
      module,
      engine: 'test@1',
      segments: starts.map((start_time) => ({
        start_time,
        end_time: start_time + 15,
        content: HOSTILE,
        data: { speaker: HOSTILE },
      })),
    });
  replace('transcription', 0, 20);
  replace('ocr', 1);
  replace('chapters', 0, 15, 30, 45);
  await client.post('/moments', { job_id: jobId, start_time: 2, end_time: 4, title: 'x', note: HOSTILE });
  const response = await fetch(`${server.apiUrl}/videos/${jobId}/export?format=${format}`, {
    headers: { Authorization: `Bearer ${server.token}` },
  });
  const text = await response.text();
  expect([response.status, text.length > 20]).toEqual([200, true]);
  expect(text).not.toMatch(/[\u202a-\u202e\u2066-\u2069\u0080-\u009f]/);
  if (FORBIDDEN[format]) expect(text).not.toMatch(FORBIDDEN[format]);
});
