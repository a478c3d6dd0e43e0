import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { SegmentDraft } from '../../../src/contract/analysis/segment.ts';
import { ReelscopeError } from '../../../src/contract/errors.ts';
import { ChatMetadata } from '../../../src/contract/search/chat.ts';
import type { GeneratingEngine, GenerationRequest } from '../../../src/models/engine.ts';
import { type Client, localClient } from '../../fixtures/client.ts';
import { fakeMedia, SOUND, startTestServer, type TestServer } from '../../fixtures/server.ts';

let server: TestServer;
let client: Client;
let model: GeneratingEngine | null = null;
const ids: Record<'harbor' | 'market' | 'empty', string> = { harbor: '', market: '', empty: '' };

const seen = (label: string, start: number, count = 1): SegmentDraft => ({
  content: label,
  start_time: start,
  end_time: start + 2,
  data: { label, count, confidence: 0.9 },
});
const said = (content: string, start: number): SegmentDraft => ({
  content,
  start_time: start,
  end_time: start + 3,
  data: null,
});

beforeAll(async () => {
  server = await startTestServer({ languageModel: async () => model });
  client = localClient(server);
  const add = async (name: string, objects: SegmentDraft[], speech: SegmentDraft[], read: string, about: string) => {
    const { jobId } = await client.upload(name, fakeMedia(20, name));
    await client.post(`/processing/${jobId}/start`, { selected_insights: '["scenes"]' });
    await client.settled(jobId);
    const { id } = server.store.videos.get(1, jobId)!;
    const part = { engine: 'test@1' };
    server.store.segments.replaceModule(id, { module: 'visualelements', segments: objects, ...part });
    server.store.segments.replaceModule(id, { module: 'transcription', segments: speech, ...part });
    server.store.segments.replaceModule(id, { module: 'ocr', segments: [said(read, 15)], ...part });
    server.store.segments.replaceModule(id, { module: 'summary', segments: [said(about, 0)], ...part });
    const place = { ...said('Porto', 3), data: { label: 'Porto', name_kind: 'place' as const } };
    server.store.segments.replaceModule(id, { module: 'keywords', segments: [place, said('ferry', 4)], ...part });
    return jobId;
  };
  ids.harbor = await add(
    'Harbor 10:30.mp4',
    [seen('boat', 2), seen('person', 5, 3), seen('truck', 12)],
    [said('The ferry leaves at noon.', 1), said('The ferry is late, the ferry is always late.', 8)],
    'TAXI',
    'A pier in the evening.',
  );
  ids.market = await add(
    'market.mp4',
    [seen('person', 4), seen('banana', 9)],
    [said('Who wants fresh bananas?', 3), said('My sister takes the ferry.', 10)],
    'Stall 7',
    'A greengrocer at work.',
  );
  ids.empty = (await client.upload('later.mp4', fakeMedia(5, 'later'))).jobId;
});
afterAll(() => server.close());

const ask = (question: string, scope: object = { type: 'library' }, more: object = {}) =>
  client.post('/chat/ask', { question, scope, ...more });
const metadataOf = async (sessionId: string) => {
  const { body } = await client.get(`/chat/sessions/${sessionId}/messages`);
  return ChatMetadata.parse(JSON.parse(body.at(-1).metadata));
};

describe('asking the library without a language model', () => {
  test('states the length of each video, their number, and who speaks', async () => {
    const answerOf = async (question: string) => (await ask(question)).body.answer;
    const lengths = await answerOf('How long is each video?');
    expect(lengths).toMatch(/V\d: market\.mp4: \d+ s/);
    expect(lengths).toContain('Harbor 10∶30.mp4');
    expect(lengths).toMatch(/Total: \d+ s$/);
    expect(await answerOf('Wie lang sind die Videos?')).toContain('Insgesamt:');
    expect(await answerOf('Which video is the longest?')).toMatch(/^- V1: \S+[^\n]*\.mp4: \d+ s$/);
    expect(await answerOf('How many videos are there?')).toBe('There are 2 analyzed videos.');
    const { body } = await client.get(`/results/job/${ids.market}`);
    const line = body.segments.find(({ module }: { module: string }) => module === 'transcription');
    expect(line.data?.speaker).toBeUndefined();
    expect(await answerOf('Who speaks about ferries?')).not.toMatch(/^- V1/);
  });

  test('lists the names in each video', async () => {
    expect((await ask('Which places are mentioned?')).body.answer).toMatch(
      /^- V1: \S+[^\n]*: Porto\n- V2: [^\n]*: Porto$/,
    );
    expect((await ask('Welche Orte werden genannt?')).body.answer).toMatch(/: Porto$/);
    expect((await ask('Which companies are mentioned?')).body.answer).not.toContain('Porto');
  });

  test('quotes the best moments by video, each time with the label of its video', async () => {
    const { status, body } = await ask('Who mentions the ferry?');
    expect(status).toBe(200);
    expect(body.videos.map(({ name }: { name: string }) => name).sort()).toEqual(['Harbor 10:30.mp4', 'market.mp4']);
    const label = body.videos.find(({ name }: { name: string }) => name === 'market.mp4').label;
    expect(body.answer).toContain(`**[${label} 00:10]** Speech: My sister takes the ferry.`);
    expect(body.answer).toMatch(/^\d+ matching moments in 2 videos:/);
    // A time in a file name does not belong to the video.
    expect(body.answer).toContain('Harbor 10∶30.mp4');
    const { citations, times_removed, videos } = await metadataOf(body.session_id);
    expect(times_removed).toBe(0);
    expect(videos).toEqual(body.videos);
    expect(citations).toContainEqual(
      expect.objectContaining({ video: label, time: '00:10', content: 'My sister takes the ferry.' }),
    );
  });

  test.each([
    ['Which video mentions a giraffe?', 'No matches in 2 videos.'],
    ['In welchem Video wird eine Giraffe erwähnt?', 'Keine Treffer in 2 Videos.'],
    ['Which video mentions a sister?', '1 matching moment in 1 video:\n\n**V1: market.mp4**'],
    ['Which video is about bananas?', 'matching moments in 1 video:\n\n**V1: market.mp4**'],
    ['Where is a taxi?', '1 matching moment in 1 video:\n\n**V1: Harbor 10∶30.mp4**'],
    ['Wann ist ein Taxi zu sehen?', 'Eine passende Stelle in einem Video:\n\n**V1: Harbor 10∶30.mp4**'],
    ['Which video is about a greengrocer?', '1 matching moment in 1 video:\n\n**V1: market.mp4**'],
  ])('names the videos that answer “%s”, or none', async (question, expected) => {
    expect((await ask(question)).body.answer).toContain(expected);
  });

  test('states beside what it found which videos were not transcribed, if it is asked what was said', async () => {
    const { jobId } = await client.upload('heard.mp4', fakeMedia(20, SOUND));
    await client.post(`/processing/${jobId}/start`, { selected_insights: '["scenes"]' });
    await client.settled(jobId);
    const note = '\n\n- Speech: not analyzed in full in heard.mp4';
    expect((await ask('Who mentions the ferry?')).body.answer).toMatch(new RegExp(`ferry.*${note}$`, 's'));
    expect((await ask('Where is a taxi?')).body.answer).not.toContain('not analyzed');
    await client.delete(`/videos/${jobId}`);
  });

  test('quotes the closest passages where none answers', async () => {
    const { body } = await ask('Does the ferry carry zebras?');
    expect(body.answer).toMatch(/^No matches in 2 videos\..*\n\nClosest passages:\n\n\*\*V1: .+ferry/s);
    expect(await metadataOf(body.session_id)).toMatchObject({ kind: 'not_found', videos: body.videos });
  });

  test('states which name of a question is not mentioned', async () => {
    const answerTo = async (question: string, scope?: object) => (await ask(question, scope)).body.answer;
    expect(await answerTo('Who wants fresh bananas in Tokyo?')).toMatch(/banana.*“Tokyo” isn’t mentioned\.$/s);
    expect(await answerTo('Who wants fresh bananas?')).not.toContain('mentioned');
    expect(await answerTo('Wer will fresh bananas in Tokyo?')).not.toContain('“');
    const { body } = await client.post('/chat/ask', {
      question: 'Is the ferry always late in Tokyo?',
      video_id: ids.harbor,
    });
    expect(body.answer).toMatch(/always late\..*“Tokyo” isn’t mentioned\./s);
  });

  test('counts by video', async () => {
    const { body } = await ask('How many times is “ferry” said?');
    expect(body.answer).toMatch(/Harbor 10∶30\.mp4: “ferry” is said 3 times, first at \*\*\[V\d 00:01\]\*\*/);
    expect(body.answer).toMatch(/market\.mp4: “ferry” is said once, at \*\*\[V\d 00:10\]\*\*/);
  });

  test('names what there is to ask, and says that nothing matches', async () => {
    expect((await ask('hello')).body.answer).toContain('in these videos');
    expect((await ask('Is there a zeppelin?')).body.answer).toBe(
      'No matches in 2 videos.\n\n- Objects, Text: not analyzed in full in market.mp4, Harbor 10∶30.mp4',
    );
    // Of the two files, one has sound.
    const userId = server.services.authenticator.localUser();
    const media = JSON.parse(server.store.videos.get(userId, ids.harbor)!.media!);
    const audio = { codec: 'aac', sampleRate: 48_000, channels: 2 };
    server.store.videos.update(userId, ids.harbor, { media: JSON.stringify({ ...media, audio }) });
    expect((await ask('Does anybody mention Tokyo?')).body.answer).toContain(
      '\n- Speech: not analyzed in full in Harbor 10∶30.mp4',
    );
    // Near spellings of a word that no finding contains, as search offers them.
    expect((await ask('Does anybody mention the fery?')).body.answer).toMatch(/\n\nDid you mean “ferry”\?$/);
    expect((await ask('Erwähnt jemand die Fery?')).body.answer).toMatch(/\n\nMeinten Sie „ferry“\?$/);
  });

  test('is limited to a project or a selection', async () => {
    const project = (await client.post('/projects', { name: 'Case' })).body.id;
    await client.patch(`/videos/${ids.market}`, { project_id: project });
    const ofProject = await ask('Who mentions the ferry?', { type: 'project', project_id: project });
    expect(ofProject.body.videos).toMatchObject([{ label: 'V1', name: 'market.mp4' }]);
    const selected = await ask('Who mentions the ferry?', { type: 'videos', job_ids: [ids.harbor, ids.empty] });
    expect(selected.body.videos).toMatchObject([{ name: 'Harbor 10:30.mp4' }]);
    await client.patch(`/videos/${ids.market}`, { project_id: null });
  });
});

test('a story is asked about at the times of its moments', async () => {
  const mark = async (job_id: string, start_time: number, end_time: number | null) =>
    (await client.post('/moments', { job_id, start_time, end_time })).body.id;
  const late = await mark(ids.harbor, 12, 13);
  const trashed = await mark(ids.market, 10, null);
  const items = [late, trashed].map((moment_id) => ({ kind: 'moment', moment_id }));
  const { body: story } = await client.post('/stories', { title: 'Ferry', items });
  const scope = { type: 'story', story_id: story.id };
  const { body } = await ask('Who mentions the ferry?', scope);
  // The first mention in the first video is ten seconds before its moment.
  expect(body.answer).toMatch(/ferry is late/);
  expect(body.answer).toMatch(/My sister/);
  expect(body.answer).not.toMatch(/leaves at noon/);
  await client.delete(`/moments/${trashed}`);
  expect((await ask('Who mentions the ferry?', scope)).body.answer).not.toMatch(/My sister/);
  const empty = (await client.post('/stories', { title: 'Empty' })).body.id;
  expect((await ask('What?', { type: 'story', story_id: empty })).body.error.code).toBe('not_ready');
  expect((await ask('What?', { type: 'story', story_id: '99' })).body.error.code).toBe('not_found');
});

describe('comparing two videos', () => {
  const both = () => ({ type: 'videos', job_ids: [ids.harbor, ids.market] });

  test('lists what the first has and the second has not', async () => {
    const { body } = await ask('What is in Harbor 10:30.mp4 and not in market.mp4?', both());
    expect(body.answer).toContain('Only in V1: Harbor 10∶30.mp4');
    expect(body.answer).toContain('boat **[V1 00:02]**, truck **[V1 00:12]**');
    expect(body.answer).not.toMatch(/person|banana|Only in V2/);
    expect((await ask('What is in B but not in A?', both())).body.answer).toMatch(/Only in V2.+banana/s);
  });

  test('takes names before places, which names may contain', async () => {
    await client.patch(`/videos/${ids.market}`, { name: 'Camera A.mp4' });
    const { body } = await ask('What is in “Camera A.mp4” and not in “Harbor 10:30.mp4”?', both());
    await client.patch(`/videos/${ids.harbor}`, { name: 'Camera B' });
    const lettered = await ask('What is in Camera B and not in Camera A?', both());
    await client.patch(`/videos/${ids.harbor}`, { name: 'Harbor 10:30.mp4' });
    await client.patch(`/videos/${ids.market}`, { name: 'market.mp4' });
    expect(body.answer).toMatch(/^\*\*Only in V2.+banana/s);
    expect(body.answer).not.toContain('Only in V1');
    expect(lettered.body.answer).toMatch(/^\*\*Only in V1.+boat/s);
  });

  test('lists both directions, and what they have in common', async () => {
    const { body } = await ask('Compare the two videos', both());
    expect(body.answer).toMatch(/Only in V1.+boat.+Only in V2.+banana/s);
    const common = await ask('What do both have in common?', both());
    expect(common.body.answer).toContain('person **[V1 00:05]**');
    expect((await ask('Worin unterscheiden sich die Videos?', both())).body.answer).toContain('Nur in V1');
  });
});

describe('with a language model', () => {
  function scripted(answer: (request: GenerationRequest) => string): GeneratingEngine {
    return {
      info: { id: 'scripted', version: '1' },
      contextTokens: 4000,
      supportsImages: false,
      write: () => Promise.reject(new Error('not asked for')),
      async *stream(request) {
        yield answer(request);
      },
      dispose: async () => {},
    };
  }

  test('keeps times that a segment of the labeled video supports, and removes all others', async () => {
    let prompt = '';
    model = scripted(({ turns }) => {
      prompt = turns.at(-1)!.content;
      const label = /## (V\d): market\.mp4/.exec(prompt)![1];
      const other = label === 'V1' ? 'V2' : 'V1';
      return `The sister takes it [${label} 00:10]. So [${other} 00:19], [V9 00:10].`;
    });
    try {
      const { body } = await ask('Who takes the ferry?');
      expect(prompt).toMatch(/## V1: .+\nAnalyzed: .+\n# transcription\n#1 00:\d\d/);
      const metadata = await metadataOf(body.session_id);
      expect(metadata).toMatchObject({ engine: 'scripted@1', extractive: false, kind: 'written' });
      expect(metadata.citations).toHaveLength(1);
      expect(body.answer).toMatch(/^The sister takes it \*\*\[V\d 00:10\]\*\*/);

      model = scripted(
        ({ turns }) => `The sister takes it [#${/#(\d+) .*sister/.exec(turns.at(-1)!.content)![1]}]. So [#99].`,
      );
      const { body: numbered } = await ask('Who takes the ferry?');
      expect(numbered.answer.split('.')[0]).toBe(body.answer.split('.')[0]);
      expect(numbered.citations).toEqual(metadata.citations);

      // A model that is too slow leaves open whether anything matches.
      model = scripted(() => {
        throw new ReelscopeError('model_unavailable', 'Too slow.');
      });
      const { body: slow } = await ask('Is there a zeppelin?');
      expect(slow.answer).toBe('The language model didn’t answer, and no single finding does.');
      expect((await metadataOf(slow.session_id)).fallback_reason).toBe('Too slow.');
    } finally {
      model = null;
    }
  });
});

describe('sessions about several videos', () => {
  test('continue with the same scope only, and are listed apart', async () => {
    const first = await ask('Who mentions the ferry?');
    const session_id = first.body.session_id;
    expect((await ask('And bananas?', { type: 'library' }, { session_id })).body.session_id).toBe(session_id);
    const other = await ask('And bananas?', { type: 'videos', job_ids: [ids.market] }, { session_id });
    expect([other.status, other.body.error.code]).toEqual([409, 'conflict']);
    const one = await client.post('/chat/ask', { question: 'ferry?', video_id: ids.market, session_id });
    expect(one.status).toBe(409);
    const { body } = await client.get('/chat/sessions?scoped=true');
    expect(body.find(({ id }: { id: string }) => id === session_id)).toMatchObject({
      scope: { type: 'library' },
      video_id: null,
      message_count: 4,
    });
    expect(body.every(({ scope }: { scope: object | null }) => scope !== null)).toBe(true);
  });

  test('reject a missing, doubled, foreign, or unanalyzed subject', async () => {
    expect((await client.post('/chat/ask', { question: 'ferry?' })).status).toBe(400);
    expect((await ask('ferry?', { type: 'library' }, { video_id: ids.market })).status).toBe(400);
    expect((await ask('ferry?', { type: 'project', project_id: '999' })).status).toBe(404);
    expect((await ask('ferry?', { type: 'videos', job_ids: [crypto.randomUUID()] })).status).toBe(404);
    expect((await ask('ferry?', { type: 'videos', job_ids: [ids.empty] })).body.error.code).toBe('not_ready');
  });
});
