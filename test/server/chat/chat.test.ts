import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { ModuleName } from '../../../src/contract/analysis/modules.ts';
import type { Segment, SegmentDraft } from '../../../src/contract/analysis/segment.ts';
import { ReelscopeError } from '../../../src/contract/errors.ts';
import { ChatMetadata } from '../../../src/contract/search/chat.ts';
import type { GeneratingEngine, GenerationRequest } from '../../../src/models/engine.ts';
import { compress } from '../../../src/models/language/compress.ts';
import { estimateTokens } from '../../../src/models/language/tokens.ts';
import { verifyTimes } from '../../../src/server/chat/attribution/citations.ts';
import { readQuestion } from '../../../src/server/chat/question.ts';
import { type Client, localClient } from '../../fixtures/client.ts';
import { FINDINGS, fakeMedia, startTestServer, type TestServer } from '../../fixtures/server.ts';

let server: TestServer;
let client: Client;
let jobId: string;
let model: GeneratingEngine | null = null;
let connectNow: (() => Promise<GeneratingEngine>) | null = null;

function scripted(answer: (request: GenerationRequest) => string, contextTokens = 4000): GeneratingEngine {
  return {
    info: { id: 'scripted', version: '1' },
    contextTokens,
    supportsImages: false,
    write: () => Promise.reject(new Error('not asked for')),
    async *stream(request) {
      yield* answer(request).match(/[\s\S]{1,7}/g) ?? [];
    },
    dispose: async () => {},
  };
}

beforeAll(async () => {
  server = await startTestServer({ languageModel: async () => (connectNow ? connectNow() : model) });
  client = localClient(server);
  jobId = await processed();
});
afterAll(() => server.close());

async function processed(): Promise<string> {
  const { jobId: id } = await client.upload('a.mp4', fakeMedia());
  await client.post(`/processing/${id}/start`, { selected_insights: '["scenes","ocr","visualelements"]' });
  await client.settled(id);
  return id;
}
const ask = (question: string, more: object = {}) => client.post('/chat/ask', { question, video_id: jobId, ...more });
const lastMetadata = async (sessionId: string) => {
  const { body } = await client.get(`/chat/sessions/${sessionId}/messages`);
  return ChatMetadata.parse(JSON.parse(body.at(-1).metadata));
};

describe('asking without a language model', () => {
  test.each(['vector', 'brute_force'])('quotes the best passage first, and reports the mode (%s)', async (mode) => {
    const { body } = await ask('Where is the bridge over the river?', { mode });
    expect(body.answer).toMatch(/^Shot 2: a bridge over a river, 7 s \*\*\[00:03\]\*\*/);
    const metadata = await lastMetadata(body.session_id);
    expect(metadata).toMatchObject({ feedback_id: body.feedback_id, mode, extractive: true, kind: 'passages' });
    expect(metadata.citations[0]).toMatchObject({ time: '00:03', module: 'scenes' });
  });

  test.each(['vector', 'brute_force'])(
    'answers that nothing matches instead of inventing something (%s)',
    async (mode) => {
      const { body } = await ask('Are there elephants?', { mode });
      expect(body.answer).toMatch(/match this question/);
      expect(body.answer).not.toMatch(/\*\*\[/);
    },
  );

  test('reads only the modules named in the question', async () => {
    expect((await ask('Where is the bridge?', { modules: ['ocr'] })).body.answer).toMatch(/match this question/);
    expect((await ask('Where is the bridge?', { modules: ['nope'] })).status).toBe(400);
  });

  test('shows findings of the type asked for', async () => {
    expect((await ask('What text is there?')).body.answer).toContain('TAXI');
    expect((await ask('Which objects can be seen?')).body.answer).toContain('bicycle');
    expect((await ask('Which brands are there?')).body.answer).toMatch(/match this question/);
  });

  test('answers about a time, and about the whole video', async () => {
    expect((await ask('What is at 0:09?')).body.answer).toContain('bridge');
    expect((await ask('What is at 0:09?')).body.answer).not.toContain('street');
    expect((await ask('What is at 0:05?')).body.answer).not.toMatch(/street/);
    expect((await ask('What happens at the beginning?')).body.answer).toMatch(/Shot 1(?![\s\S]*TAXI)/);
    expect((await ask('How does it end?')).body.answer).toMatch(/Shot 2(?![\s\S]*TAXI)/);
    expect((await ask('Was passiert am Anfang?')).body.answer).toMatch(/^(Eine|\d+) passende.*Shot: Shot 1/s);
    expect((await ask('What happens in this video?')).body.answer).toContain('Shot 1');
  });

  test('understands a follow-up question', async () => {
    const { body: first } = await ask('Where is the bicycle?');
    const { body: second } = await ask('And when is it?', { session_id: first.session_id });
    expect(second.session_id).toBe(first.session_id);
    expect(second.answer).toContain('bicycle');
    expect(
      (await client.get(`/chat/sessions/${first.session_id}/messages`)).body.map((one: { role: string }) => one.role),
    ).toEqual(['user', 'assistant', 'user', 'assistant']);
  });

  test('reads no summary of a text that has been corrected since', async () => {
    const { jobId: id } = await client.upload('sign.mp4', fakeMedia());
    await client.post(`/processing/${id}/start`, { selected_insights: '["ocr","summary"]' });
    await client.settled(id);
    const { store } = server;
    const video = store.videos.find(1, id)!;
    const summary = { content: 'A sign reads TAXI.', start_time: 0, end_time: 10, data: null };
    store.segments.replaceModule(video.id, { module: 'summary', engine: 'scripted@1', segments: [summary] });
    const answers = async (question: string) => {
      const about = [{ video_id: id }, { scope: { type: 'videos', job_ids: [id] } }];
      const asked = about.map((one) => client.post('/chat/ask', { question, ...one }));
      return (await Promise.all(asked)).map(({ body }) => body.answer);
    };
    for (const answer of await answers('What is this video about?')) expect(answer).toContain(summary.content);
    const [sign] = store.segments.list(1, id, ['ocr']);
    await client.patch(`/segments/${sign!.id}`, { content: 'TAXIDERMY' });
    for (const answer of await answers('What is this video about?')) {
      expect(answer).toContain('TAXIDERMY');
      expect(answer).not.toContain(summary.content);
    }
  });

  test("rejects questions that can't be answered", async () => {
    const { jobId: fresh } = await client.upload('b.mp4', fakeMedia());
    expect((await client.post('/chat/ask', { question: 'What?', video_id: fresh })).body.error.code).toBe('not_ready');
    expect((await client.post('/chat/ask', { question: 'What?', video_id: 'nope' })).status).toBe(404);
    expect((await ask('  ')).status).toBe(400);
    expect((await ask('What?', { session_id: '999' })).status).toBe(404);
    const { body } = await ask('bridge?');
    const other = await processed();
    expect(
      (await client.post('/chat/ask', { question: 'x', video_id: other, session_id: body.session_id })).status,
    ).toBe(409);
  });
});

describe('what was not analyzed', () => {
  test('is stated where an answer would read as if there were nothing', async () => {
    const { body: nothing } = await ask('Are there elephants?');
    expect(nothing.answer).toMatch(/match this question\.\n\nNot analyzed in this video: Speech, Brands, Sound\.$/);
    expect(nothing.analysis).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ module: 'scenes', status: 'completed', start_time: 0, end_time: 10 }),
        expect.objectContaining({ module: 'transcription', status: 'not_run', findings: 0, end_time: null }),
      ]),
    );
    // A question about speech is answered by what is seen, and that is said.
    const { body: said } = await ask('What is said about the bridge?');
    expect(said.answer).toMatch(/Shot 2[\s\S]*\n\nNot analyzed in this video: Speech\.$/);
    expect((await ask('Was wird über die Brücke gesagt?')).body.answer).toMatch(
      /In diesem Video nicht analysiert: Sprache/,
    );
    // Other answers are about what was analyzed.
    expect((await ask('Where is the bridge?')).body.answer).not.toContain('Not analyzed');
  });

  test('is stated to a language model', async () => {
    let asked: GenerationRequest | undefined;
    model = scripted((request) => {
      asked = request;
      return 'That was not analyzed.';
    });
    await ask('What does Anna think?', { mode: 'brute_force' });
    model = null;
    expect(asked!.turns.at(-1)!.content).toMatch(
      /^Name of .+\nAnalyzed: scenes, visualelements, ocr\. Not analyzed: transcription, logos, .+\.\nComputed, and certain: .+ 2 shots and 1 cut\.\n<findings/,
    );
    expect(asked!.system).toContain('never that it does not occur');
  });
});

describe('asking about a first look', () => {
  let looked: string;
  beforeAll(async () => {
    looked = await processed();
    const { id } = server.store.videos.get(1, looked)!;
    const inPreview = (module: ModuleName, segments: readonly SegmentDraft[]) =>
      server.store.segments.replaceModule(id, {
        module,
        engine: 'preview@1',
        segments: segments.map((one) => ({ ...one, data: { ...one.data, preview: true } })),
      });
    inPreview('scenes', FINDINGS.scenes!);
    inPreview('visualelements', [{ content: 'ferry', start_time: 2, end_time: 4, data: { label: 'ferry' } }]);
  });
  const askLooked = async (question: string, about: object = { video_id: looked }) =>
    (await client.post('/chat/ask', { question, ...about })).body;

  test('marks quotes, sources, and facts', async () => {
    const { answer, citations } = await askLooked('Where is the bridge?');
    expect(answer).toMatch(/^Shot 2: a bridge over a river, 7 s \(preview\) \*\*\[00:03\]\*\*/);
    expect(citations).toMatchObject([{ time: '00:03', module: 'scenes', preview: true }]);
    expect(citations[0]).not.toHaveProperty('citation');
    expect((await askLooked('Wo ist die bridge zu sehen?')).answer).toContain('7 s (Vorschau)');
    expect((await askLooked('How many shots are there?')).answer).toContain('from a first look at key frames');
    const scope = { type: 'videos', job_ids: [looked, jobId] };
    expect((await askLooked('Where is the bridge?', { scope })).answer.match(/\(preview\): Shot 2/g)).toHaveLength(1);
    expect((await askLooked('How many shots are there?', { scope })).answer.match(/first look/g)).toHaveLength(1);
    expect((await askLooked('Compare the videos', { scope })).answer).toMatch(
      /ferry \*\*\[V\d 00:02\]\*\* \(preview\)/,
    );
    const { body } = await ask('Where is the bridge?');
    expect(body.answer).not.toContain('preview');
    expect(body.citations[0]).not.toHaveProperty('preview');
  });

  test('tells a language model', async () => {
    let asked: GenerationRequest | undefined;
    model = scripted((request) => {
      asked = request;
      return 'A bridge over a river at **[00:03]**.';
    });
    const { citations } = await askLooked('Where is the bridge?');
    model = null;
    expect(asked!.system).toContain('first look');
    expect(asked!.turns.at(-1)!.content).toContain('00:03-00:10 [preview] Shot 2: a bridge over a river, 7 s');
    expect(citations).toMatchObject([{ time: '00:03', preview: true }]);
  });
});

describe('asking with a language model', () => {
  test('sends the last 10 messages and the findings, and shows verified times only', async () => {
    const requests: GenerationRequest[] = [];
    model = scripted((request) => {
      requests.push(request);
      return 'A bridge at **[00:03]**. The bridge at 0:05. A whale swims at **[07:30]** and 1:02:03.';
    });
    let sessionId: string | undefined;
    for (let i = 0; i < 7; i++) sessionId = (await ask(`Bridge ${i}?`, { session_id: sessionId })).body.session_id;
    const { body } = await ask('Which bridge?', { session_id: sessionId, mode: 'brute_force' });
    model = null;
    const { turns, system } = requests.at(-1)!;
    // The findings with a reply come first, the question last.
    expect(turns).toHaveLength(13);
    expect(turns.at(-3)!.content).toBe('Bridge 6?');
    expect(turns[0]!.content).toContain('00:03-00:10 Shot 2: a bridge over a river, 7 s');
    expect(turns.at(-1)!.content).toMatch(/The question:\nWhich bridge\?$/);
    expect(system).not.toContain('river');
    expect(body.answer).toBe(
      'A bridge at **[00:03]**. The bridge at **[00:05]** **[00:03]**. A whale swims and **[?]**.',
    );
    expect(await lastMetadata(sessionId!)).toMatchObject({
      engine: 'scripted@1',
      extractive: false,
      segments_used: 4,
      fallback_reason: null,
      unsupported: 1,
    });
  });

  test('cites the finding whose number a statement has', async () => {
    model = scripted(({ turns }) => `A taxi is named [#${/#(\d+) .*TAXI/.exec(turns.at(-1)!.content)![1]}].`);
    const { body } = await ask('Where are the taxi and the bridge?', { mode: 'brute_force' });
    model = null;
    expect(body.answer).toBe('A taxi is named **[00:05]**.');
    expect(body.citations).toMatchObject([{ time: '00:05', module: 'ocr' }]);
  });

  test.each([
    ['fails', () => Promise.reject(new ReelscopeError('model_unavailable', 'Gone.')), 'Gone.'],
    ['says nothing', async () => scripted(() => '  \n'), 'The language model returned an empty answer.'],
    [
      'does not end',
      async () => scripted(() => 'la '.repeat(9000)),
      'The language model exceeded the maximum answer length.',
    ],
  ])('quotes when it %s, and reports the reason', async (_, connect, reason) => {
    connectNow = connect;
    const { status, body } = await ask('Where is the bridge?');
    connectNow = null;
    expect(status).toBe(200);
    expect(body.answer).toMatch(/^Shot 2: a bridge over a river/);
    expect(await lastMetadata(body.session_id)).toMatchObject({ extractive: true, fallback_reason: reason });
  });
});

describe('sessions', () => {
  test('are created, renamed, filled, and deleted', async () => {
    const { status, body: session } = await client.post('/chat/sessions', { video_id: jobId, title: 'T' });
    expect([status, session.job_id, session.video_name, session.message_count, session.last_message]).toEqual([
      201,
      jobId,
      'a.mp4',
      0,
      '',
    ]);
    expect((await client.patch(`/chat/sessions/${session.id}`, { title: 'U' })).body.title).toBe('U');
    const added = await client.post(`/chat/sessions/${session.id}/messages`, { content: 'note', metadata: '{"a":1}' });
    expect([added.status, added.body.role, added.body.metadata]).toEqual([201, 'user', '{"a":1}']);
    expect((await client.post(`/chat/sessions/${session.id}/messages`, { content: 'x', metadata: '{' })).status).toBe(
      400,
    );
    expect((await client.post(`/chat/sessions/${session.id}/messages`, { content: 'x', role: 'system' })).status).toBe(
      400,
    );
    const listed = (await client.get(`/chat/sessions?video_id=${jobId}`)).body;
    expect(listed[0]).toMatchObject({ id: session.id, message_count: 1, last_message: 'note' });
    expect((await client.get(`/chat/sessions?video_id=${session.video_id}`)).body).toEqual(listed);
    expect((await client.delete(`/chat/sessions/${session.id}`)).body).toEqual({ ok: true });
    expect((await client.get(`/chat/sessions/${session.id}/messages`)).status).toBe(404);
    expect((await client.post('/chat/sessions')).body).toMatchObject({ video_id: null, job_id: null });
  });
});

describe('a session without a video', () => {
  test('takes the video of its first question, and refuses another', async () => {
    const { body: session } = await client.post('/chat/sessions');
    const question = 'Where is the bridge?';
    const first = await client.post('/chat/ask', { question, video_id: jobId, session_id: session.id });
    expect([first.status, first.body.session_id]).toEqual([200, session.id]);
    const { body: listed } = await client.get(`/chat/sessions?video_id=${jobId}`);
    expect(listed.find(({ id }: { id: string }) => id === session.id)).toMatchObject({
      job_id: jobId,
      video_name: 'a.mp4',
      title: question,
      message_count: 2,
    });
    const { jobId: other } = await client.upload('other.mp4', fakeMedia(10, 'other'));
    await client.post(`/processing/${other}/start`, { selected_insights: '["scenes"]' });
    await client.settled(other);
    const second = await client.post('/chat/ask', { question, video_id: other, session_id: session.id });
    expect([second.status, second.body.error.code]).toEqual([409, 'conflict']);
    const scoped = await client.post('/chat/ask', { question, scope: { type: 'library' }, session_id: session.id });
    expect([scoped.status, scoped.body.error.code]).toEqual([409, 'conflict']);
    expect((await client.get(`/chat/sessions/${session.id}/messages`)).body).toHaveLength(2);
  });

  test('keeps the title that it was given', async () => {
    const { body: session } = await client.post('/chat/sessions', { title: 'Bridges' });
    await client.post('/chat/ask', { question: 'Where?', video_id: jobId, session_id: session.id });
    const { body } = await client.get('/chat/sessions');
    expect(body.find(({ id }: { id: string }) => id === session.id)).toMatchObject({ title: 'Bridges', job_id: jobId });
  });
});

const segment = (id: number, start: number, end: number, content = 'x', module: ModuleName = 'scenes'): Segment => ({
  id: String(id),
  module,
  content,
  start_time: start,
  end_time: end,
  data: null,
  engine: 'e@1',
});

describe('verifyTimes', () => {
  const segments = [segment(1, 62.4, 65), segment(2, 3700, 3710.5)];
  test.each([
    ['at **[01:02]**', 'at **[01:02]**'],
    ['at 1:02', 'at **[01:02]**'],
    ['at [01:05]', 'at **[01:05]**'],
    ['at **[01:06]**', ''],
    ['a whale at **[01:01]** swims', 'a whale swims'],
    ['a whale (at 01:01), and', 'a whale, and'],
    ['a whale [01:00–01:01]', 'a whale'],
    ['at 01:75', ''],
    ['at **[1:01:45]**', 'at **[1:01:45]**'],
    ['at 61:45', 'at **[1:01:45]**'],
    ['ratio 16:9 and no time', 'ratio 16:9 and no time'],
  ])('%s becomes %s', (text, checked) => {
    expect(verifyTimes(text, segments).answer).toBe(checked);
  });
});

test('verifyTimes takes linear time on spaces and removed times', () => {
  const hostile = `${' '.repeat(100_000)}x ${'at 99:99 '.repeat(10_000)}${'( '.repeat(20_000)}99:99`;
  expect(verifyTimes(hostile, []).removed).toBe(10_001);
});

describe('readQuestion', () => {
  const history = [
    { role: 'user' as const, content: 'Where is the red car?' },
    { role: 'assistant' as const, content: 'At …' },
  ];
  test('extracts content words', () => {
    expect(readQuestion('What happens in the video?', []).terms).toEqual([]);
    expect(readQuestion('Where is the red car?', []).terms).toEqual(['red', 'car']);
    expect(readQuestion('And after that?', history).terms).toEqual(['red', 'car']);
    expect(readQuestion('Is there a dog?', history).query).toContain('dog');
  });
  test('recognizes words for types of findings, and for people', () => {
    expect(readQuestion('Which brands are shown?', []).modules).toEqual(['logos']);
    expect(readQuestion('What text and which sounds are there?', []).modules).toEqual(['ocr', 'audioevents']);
    expect(readQuestion('Is there music at the bridge?', []).modules).toEqual([]);
    expect(readQuestion('How many people are there?', []).terms).toEqual(['peopl', 'person']);
  });
  test('parses times', () => {
    expect(readQuestion('what is at 1:02:03?', []).times).toEqual([{ from: 3723, to: 3724 }]);
    expect(readQuestion('between 1:00 and 2:00', []).times).toEqual([{ from: 60, to: 120 }]);
  });
});

describe('compress', () => {
  const talk = [
    'so this is the street where we came in',
    'look at the bicycles over there',
    'the bridge was built in eighteen ninety',
    'and now we cross the river to the other side',
  ];
  const many = Array.from({ length: 600 }, (_, i) => ({
    ...segment(i, i * 6, i * 6 + 5.2, talk[i % 4], i % 2 ? 'transcription' : 'ocr'),
    data: { confidence: 0.93, boxes: [{ x: 0.1, y: 0.2, width: 0.3, height: 0.1, time: i }] },
  }));

  test('returns a small share of the JSON, as documented', () => {
    const { length } = compress(many);
    const basic = JSON.stringify(
      many.map(({ id, module, content, start_time, end_time }) => ({ id, module, content, start_time, end_time })),
    );
    const ratio = [length / JSON.stringify(many).length, length / basic.length].map((value) => Math.round(value * 100));
    expect(ratio).toEqual([23, 43]);
  });

  test('joins repeats, and keeps separate ranges apart', () => {
    expect(compress([segment(1, 0, 2), segment(2, 2.5, 4), segment(3, 9, 10)])).toBe(
      '# scenes\n00:00-00:04 x\n00:09-00:10 x',
    );
  });

  test('fits the limit, with findings from all parts of the video', () => {
    const text = compress(many, 1500);
    expect(estimateTokens(text)).toBeLessThanOrEqual(1500);
    expect(estimateTokens(text)).toBeGreaterThan(1100);
    const minutes = [...text.matchAll(/^(?:(\d+):)?(\d+):\d+-/gm)].map(
      (match) => Number(match[1] ?? 0) * 60 + Number(match[2]),
    );
    expect([Math.min(...minutes), Math.max(...minutes)]).toEqual([0, expect.closeTo(59, -1)]);
    expect(text).toContain('# ocr');
    expect(text).toContain('# transcription');
  });
});
