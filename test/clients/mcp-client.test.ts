import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, onTestFinished, test } from 'vitest';
import { localClient } from '../fixtures/client.ts';
import { fakeMedia, startTestServer } from '../fixtures/server.ts';

/** The MCP endpoint as a client of another make uses it, which validates results by the schemas of their tools. */

const run = promisify(execFile);

test('the MCP SDK for Python lists everything and calls each tool that only reads', async () => {
  const server = await startTestServer();
  onTestFinished(() => server.close());
  const client = localClient(server);
  const { jobId } = await client.upload('a.mp4', fakeMedia());
  await client.post(`/processing/${jobId}/start`, { selected_insights: '["scenes","ocr"]' });
  await client.settled(jobId);
  const { body } = await client.post('/keys', { name: 'agent', scope: 'read' });
  const script = join(import.meta.dirname, 'mcp_client.py');
  const { stdout } = await run('python3', [script, `${server.url}/mcp`, body.raw_key, jobId]);
  const { tools, errors, resources, prompts } = JSON.parse(stdout);
  expect(tools.length).toBeGreaterThanOrEqual(10);
  expect([resources > 0, prompts > 0]).toEqual([true, true]);
  // Of one video without saved frames; each error states its reason.
  expect(errors).toEqual({
    find_similar: 'not_found: No frame is saved near this time.',
    get_still: 'not_found: This video has no saved frames.',
    sync_recordings: expect.stringMatching(/^invalid_request: /),
  });
});
