import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { CheckedText } from '../../../src/contract/evidence/checks.ts';
import { documentText } from '../../../src/core/claims/document-text.ts';
import { localClient } from '../../fixtures/client.ts';
import { fakeMedia, startTestServer, type TestServer } from '../../fixtures/server.ts';

let server: TestServer;
let jobId: string;
beforeAll(async () => {
  server = await startTestServer();
  const client = localClient(server);
  ({ jobId } = await client.upload('talk.mov', fakeMedia(10)));
  await client.post(`/processing/${jobId}/start`, { selected_insights: '["scenes"]' });
  await client.settled(jobId);
  const segments = [
    {
      content: 'We will never sell the <harbor>.',
      start_time: 1,
      end_time: 4,
      data: { speaker: 'Ann', speaker_id: 'S1' },
    },
    { content: 'The pier is 90 meters long.', start_time: 5, end_time: 7, data: null },
    { content: 'The pier is 80 meters long.', start_time: 8, end_time: 9, data: null },
  ];
  const { id } = server.store.videos.byJobId(jobId)!;
  server.store.segments.replaceModule(id, { module: 'transcription', engine: 'test@1', segments });
});
afterAll(() => server.close());

const TEXT = 'Ann said: “We will never sell the harbor.” She added: “We will sell the harbor.” “A blue moon rises”';

test('checks a text with citations that verify', async () => {
  const client = localClient(server);
  const { status, body } = await client.post('/checks', { text: TEXT, job_ids: [jobId] });
  expect(status).toBe(200);
  const { passages, not_transcribed } = CheckedText.parse(body);
  expect(passages.map(({ verdict }) => verdict)).toEqual(['said_so', 'said_otherwise', 'not_in_library']);
  expect(passages[0]).toMatchObject({ start: 11, end: 41, message: 'Said as the text has it.' });
  // The file has no sound.
  expect(not_transcribed).toEqual([]);
  const claims = [{ citation: passages[0]!.evidence!.citations[0], quote: passages[0]!.evidence!.quote }];
  const verified = await client.post('/citations/verify', { claims });
  expect(verified.body.results).toMatchObject([{ status: 'true' }]);
});

test.each([
  [{ text: '  ' }, 400, 'invalid_request'],
  [{ text: 'x'.repeat(300_001) }, 400, 'invalid_request'],
  [{ text: TEXT, job_ids: ['00000000-0000-7000-8000-000000000000'] }, 404, 'not_found'],
  [{ text: TEXT, project_id: '99' }, 404, 'not_found'],
])('refuses %j', async (request, status, code) => {
  const response = await localClient(server).post('/checks', request);
  expect([response.status, response.body.code ?? response.body.error?.code]).toEqual([status, code]);
});

describe('a fact sheet', () => {
  const sheet = async (format: string, text = TEXT) => {
    const response = await fetch(`${server.apiUrl}/checks/fact-sheet`, {
      method: 'POST',
      headers: { authorization: `Bearer ${server.token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ text, format, title: 'Harbor <b>', language: 'de' }),
    });
    expect(response.status).toBe(200);
    return new Uint8Array(await response.arrayBuffer());
  };

  test.each(['html', 'json'])('in %s is signed, and recorded', async (format) => {
    const bytes = await sheet(format);
    const text = new TextDecoder().decode(bytes);
    const verified = await fetch(`${server.apiUrl}/verify`, {
      method: 'POST',
      headers: { authorization: `Bearer ${server.token}`, 'content-type': 'application/octet-stream' },
      body: bytes,
    });
    expect(await verified.json()).toMatchObject({ status: 'valid' });
    if (format === 'html') {
      expect(text).toContain('Faktenblatt');
      expect(text).not.toContain('<harbor>');
      expect(text).not.toContain('<b>Harbor');
    }
    expect(text).toContain('rsc1.');
  });

  test.each(['html', 'json', 'docx'])(
    'shows what a text tries to do, and is signed all the same: %s',
    async (format) => {
      const forged = '<!-- reelscope-signature --> </pre><script>alert(1)</script> \u202eexe.fdp\u202c';
      const bytes = await sheet(format, `Ann said: “We will never sell ${forged}.”`);
      const text = format === 'docx' ? await documentText(bytes) : new TextDecoder().decode(bytes);
      expect(text).toContain('reelscope-signature');
      if (format === 'html') expect(text).not.toContain('<script>');
      if (format !== 'json') expect(text).not.toMatch(/[\u202a-\u202e]/);
      if (format === 'docx') return;
      const { body } = await localClient(server).call('POST', '/verify', text);
      expect(body.status).toBe('valid');
    },
  );

  test('in DOCX has the passages, verdicts, and citations', async () => {
    const text = await documentText(await sheet('docx'));
    expect(text).toContain('Unterschiede: „–“ ≠ „never“');
    expect(text).toContain('Stimmt überein');
    expect(text).toContain('We will never sell the <harbor>.');
    expect(text).toMatch(/rsc1\.\S{43}\./);
  });

  test.each(['html', 'docx'])('has both sources that disagree, with their times: %s', async (format) => {
    const bytes = await sheet(format, 'The pier is 90 meters long.');
    const text = format === 'docx' ? await documentText(bytes) : new TextDecoder().decode(bytes);
    const parts = [
      'Stützt den Text',
      '0:05–0:07',
      'The pier is 90',
      'Weicht vom Text ab',
      '0:08–0:09',
      'The pier is 80',
    ];
    let at = text!.indexOf('Quellen widersprechen sich');
    for (const part of parts) {
      at = text!.indexOf(part, at);
      expect(at, part).toBeGreaterThan(0);
    }
    expect(text).toContain('Unterschiede');
  });
});

test('reads no text from other files', async () => {
  expect(await documentText(new TextEncoder().encode('no archive'))).toBeUndefined();
  expect(await documentText(new Uint8Array(0))).toBeUndefined();
});
