import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { GeneratingEngine, GenerationRequest } from '../../../src/models/engine.ts';
import { type Client, createClient, localClient } from '../../fixtures/client.ts';
import { type SeededTrack, seedPeople } from '../../fixtures/people.ts';
import { fakeMedia, startTestServer, type TestServer } from '../../fixtures/server.ts';

let server: TestServer;
let client: Client;
let model: GeneratingEngine | null = null;
beforeAll(async () => {
  server = await startTestServer({ languageModel: async () => model });
  client = localClient(server);
});
afterAll(() => server.close());
beforeEach(() => {
  model = null;
});

let count = 0;
async function addVideo(projectId: string, people: readonly { name?: string; tracks: readonly SeededTrack[] }[]) {
  const { jobId } = await client.upload(`clip ${++count}.mp4`, fakeMedia(60, `clip ${count}`));
  await client.patch(`/videos/${jobId}`, { project_id: projectId });
  await client.post(`/processing/${jobId}/start`, { selected_insights: '["scenes"]' });
  await client.settled(jobId);
  const video = server.store.videos.get(1, jobId)!;
  const car = { content: 'car', start_time: 11, end_time: 13, data: { label: 'car', confidence: 0.9 } };
  server.store.segments.replaceModule(video.id, { module: 'visualelements', segments: [car], engine: 'test@1' });
  return { jobId, ...seedPeople(server.store, video, people) };
}

const ADA = { name: 'Ada', tracks: [10, 30].map((start) => ({ start, end: start + 8 })) };
const BO = { name: 'Bo Will', tracks: [{ start: 14, end: 20 }] };
const addProject = async (name = 'p') => (await client.post('/projects', { name })).body.id as string;
async function setUp() {
  const project = await addProject();
  return { project, ...(await addVideo(project, [ADA, BO, { tracks: [{ start: 50, end: 51 }] }])) };
}

const NOTE = 'People are grouped by their faces; some may be missed or confused.';
const ask = async (question: string, about: object) => (await client.post('/chat/ask', { question, ...about })).body;

describe('asking about people in a video', () => {
  test.each([
    ['When is Ada on screen?', 'Ada is on screen 2 times, 16 s in total: **[00:10]** (8 s), **[00:30]** (8 s).'],
    ['How long is Bo visible?', 'Bo Will is on screen for 6 s (10% of the video), in one appearance, at **[00:14]**.'],
    ['Who appears together with Ada?', 'On screen with Ada: Bo Will, 4 s, first at **[00:14]**.'],
    ['When are Ada and Bo seen together?', 'Ada and Bo Will are on screen together once, for 4 s, at **[00:14]**.'],
    [
      'Who can be seen in this video?',
      'first at **[00:10]**; Bo Will, 6 s, first at **[00:14]**; Person 3, 1 s, first at **[00:50]**.',
    ],
    [
      'Wie lange ist Ada zu sehen?',
      'Ada ist 16 s zu sehen (27 % des Videos), in 2 Auftritten, zuerst bei **[00:10]**.',
    ],
  ])('“%s”', async (question, expected) => {
    const { jobId, trackIds } = await setUp();
    const { answer, citations } = await ask(question, { video_id: jobId });
    expect(answer).toContain(expected);
    const known = trackIds.flat().map((id) => `face-track-${id}`);
    for (const { module, segment_id } of citations)
      expect([module, known.includes(segment_id)]).toEqual(['people', true]);
    expect(citations.length).toBeGreaterThan(0);
  });

  test('is no question about people if it asks for other things, or a name is an ordinary word', async () => {
    const { jobId } = await setUp();
    for (const question of ['When will a car appear?', 'When does a car appear?', 'What is seen?']) {
      expect((await ask(question, { video_id: jobId })).answer).not.toContain(NOTE);
    }
    const { answer } = await ask('When does a car appear near Ada?', { video_id: jobId });
    expect(answer).toContain('**[00:10]** People: Ada');
    expect(answer).toContain('**[00:11]** Objects: car');
  });

  test('says that somebody is alone, or not on screen', async () => {
    const { project, jobId } = await setUp();
    const { answer } = await ask('Who is seen with Person 3?', { video_id: jobId });
    expect(answer).toBe('Nobody else is on screen at the same time as Person 3.');
    await addVideo(project, [{ name: 'Cleo', tracks: [{ start: 0, end: 1 }] }]);
    expect((await ask('Where is Cleo?', { video_id: jobId })).answer).toBe('Cleo isn’t on screen here.');
    const scope = { type: 'project', project_id: project };
    expect((await ask('Who appears with Cleo?', { scope })).answer).toContain('Nobody else is on screen');
  });

  test('continues with the person of the question before', async () => {
    const { jobId } = await setUp();
    const first = await ask('When is Ada on screen?', { video_id: jobId });
    const { answer } = await ask('And how long is she visible?', { video_id: jobId, session_id: first.session_id });
    expect(answer).toMatch(/^Ada is on screen for 16 s/);
  });

  test('gives a model the times on screen, and removes others', async () => {
    const { jobId } = await setUp();
    const prompts: GenerationRequest[] = [];
    model = {
      info: { id: 'test', version: '1' },
      contextTokens: 4096,
      async *stream(prompt: GenerationRequest) {
        prompts.push(prompt);
        yield 'Ada is on screen at **[00:31]** and at **[00:45]**.';
      },
    } as unknown as GeneratingEngine;
    const { answer, citations } = await ask('Does Ada drive a car?', { video_id: jobId });
    expect(prompts[0]!.turns.at(-1)!.content).toMatch(/# people\n#\d 00:10-00:18 Ada\n#\d 00:30-00:38 Ada/);
    expect(answer).toBe('Ada is on screen at **[00:31]** and.');
    expect(citations[0]).toMatchObject({ module: 'people', start_time: 30, end_time: 38 });
  });
});

describe('asking about people in several videos', () => {
  test('adds up a project, and stays within it', async () => {
    const { project, jobId } = await setUp();
    await addVideo(project, [{ ...ADA, tracks: [{ start: 0, end: 30 }] }]);
    // One person, found as two.
    const people = (await client.get(`/projects/${project}/people`)).body.people;
    const [first, second] = people.filter(({ name }: { name: string }) => name === 'Ada');
    await client.post(`/people/${second.id}/merge`, { into: first.id });
    await addVideo(await addProject('other'), [ADA]);
    const scope = { type: 'project', project_id: project };
    const { answer, citations, videos } = await ask('When does Ada appear?', { scope });
    expect(answer).toMatch(
      /^Ada: 46 s in 2 videos\.\n\n- V1: .+: Ada is on screen once, for 30 s, at \*\*\[V1 00:00\]/,
    );
    expect(videos.map(({ job_id }: { job_id: string }) => job_id)[1]).toBe(jobId);
    expect(citations).toContainEqual(expect.objectContaining({ video: 'V2', time: '00:30', content: 'Ada' }));
    expect((await ask('Who is seen with Ada?', { scope })).answer).toContain('Bo Will, 4 s, first at **[V1 00:14]**');
  });
});

describe('what is stored of answers about people', () => {
  const bytes = () => {
    const folder = server.dataFolder;
    return readdirSync(folder)
      .filter((name) => name.startsWith('reelscope.db'))
      .map((name) => readFileSync(join(folder, name), 'latin1'))
      .join('');
  };

  test('goes with the people, and nothing is answered afterwards', async () => {
    const { project, jobId, personIds } = await setUp();
    await client.patch(`/people/${personIds[0]}`, { name: 'Wilhelmina' });
    const about = await ask('When is Wilhelmina seen?', { video_id: jobId });
    const { session_id } = about;
    await ask('Is there a car?', { video_id: jobId, session_id });
    const messages = async () => (await client.get(`/chat/sessions/${session_id}/messages`)).body;
    // Deleting somebody else keeps them, and merging makes them about the other person.
    await client.delete(`/people/${personIds[2]}`);
    await client.post(`/people/${personIds[0]}/merge`, { into: personIds[1] });
    expect(await messages()).toHaveLength(4);
    expect(bytes()).toContain('When is Wilhelmina seen?');
    await client.delete(`/projects/${project}/people`);
    expect((await messages()).map(({ content }: { content: string }) => content)[0]).toBe('Is there a car?');
    expect((await client.get('/chat/sessions')).body.map(({ title }: { title: string }) => title)).not.toContain(
      'When is Wilhelmina seen?',
    );
    expect(bytes()).not.toContain('Wilhelmina');
    expect((await ask('When is Wilhelmina seen?', { video_id: jobId })).citations).toEqual([]);
  });

  test('leaves titles that somebody chose', async () => {
    const { jobId, personIds } = await setUp();
    const question = 'When is Ada on screen?';
    const titleOf = async (id: string) =>
      (await client.get('/chat/sessions')).body.find((chat: { id: string }) => chat.id === id).title;
    const created = (await client.post('/chat/sessions', { title: 'Witness' })).body.id;
    await ask(question, { video_id: jobId, session_id: created });
    const { session_id: renamed } = await ask(question, { video_id: jobId });
    await client.patch(`/chat/sessions/${renamed}`, { title: 'Driver' });
    const { session_id: saved } = await ask(question, { video_id: jobId });
    await client.patch(`/chat/sessions/${saved}`, { title: question });
    const untitled = (await client.post('/chat/sessions', {})).body.id;
    await ask(question, { video_id: jobId, session_id: untitled });
    expect(await titleOf(untitled)).toBe(question);
    await client.delete(`/people/${personIds[0]}`);
    expect(await Promise.all([created, renamed, saved, untitled].map(titleOf))).toEqual([
      'Witness',
      'Driver',
      'New chat',
      'New chat',
    ]);
  });

  test('goes with people who are named, but not on screen', async () => {
    const { project, jobId } = await setUp();
    const { personIds } = await addVideo(project, [{ name: 'Rosalinde', tracks: [{ start: 0, end: 1 }] }]);
    const scope = { type: 'project', project_id: project };
    const question = 'What does Rosalinde say about the budget?';
    const { session_id: one } = await ask(question, { video_id: jobId });
    const { session_id: several } = await ask(question, { scope });
    const messages = async (id: string) => (await client.get(`/chat/sessions/${id}/messages`)).body.length;
    expect([await messages(one), await messages(several)]).toEqual([2, 2]);
    await client.delete(`/people/${personIds[0]}`);
    expect([await messages(one), await messages(several)]).toEqual([0, 0]);
    expect(JSON.stringify((await client.get('/chat/sessions')).body)).not.toContain('Rosalinde');
  });

  test('is not stored if the messages that were read are deleted meanwhile', async () => {
    const { jobId, personIds } = await setUp();
    const { session_id } = await ask('When is Ada on screen?', { video_id: jobId });
    model = {
      info: { id: 'test', version: '1' },
      contextTokens: 4096,
      async *stream() {
        await client.delete(`/people/${personIds[0]}`);
        yield 'Ada drives at **[00:11]**.';
      },
    } as unknown as GeneratingEngine;
    const { status } = await client.post('/chat/ask', {
      question: 'Is there a car then?',
      video_id: jobId,
      session_id,
    });
    expect(status).toBe(404);
    expect((await client.get(`/chat/sessions/${session_id}/messages`)).body).toEqual([]);
  });

  test('keys that are confined to projects learn nothing', async () => {
    const { project, jobId } = await setUp();
    const { raw_key } = (await client.post('/keys', { name: 'k', projects: [project] })).body;
    const confined = createClient(server, raw_key);
    const { status, body } = await confined.post('/chat/ask', { question: 'When is Ada on screen?', video_id: jobId });
    expect([status, JSON.stringify(body).includes('face-track')]).toEqual([200, false]);
    for (const include_people of [true, false])
      await client.post('/shared-reports', { video_id: jobId, include_people });
    const links = async (of: Client) => (await of.get(`/videos/${jobId}/shared-reports`)).body.length;
    expect([await links(client), await links(confined)]).toEqual([2, 1]);
  });
});

describe('what must not outlive people', () => {
  /** Asks with an idempotency key; returns the answer and whether it was a repetition. */
  const asking = async (key: string, question: string, jobId: string, authorization = `Bearer ${server.token}`) => {
    const response = await fetch(`${server.apiUrl}/chat/ask`, {
      method: 'POST',
      headers: { authorization, 'content-type': 'application/json', 'idempotency-key': key },
      body: JSON.stringify({ question, video_id: jobId }),
    });
    return {
      isReplayed: response.headers.has('idempotency-replayed'),
      body: (await response.json()) as { session_id: string },
    };
  };

  test('answers about people are not kept for repetitions; other replies go with a person', async () => {
    const { jobId, personIds } = await setUp();
    await asking('about-ada', 'When is Ada on screen?', jobId);
    expect(await asking('about-ada', 'When is Ada on screen?', jobId)).toMatchObject({ isReplayed: false });
    await asking('about-car', 'When is a car seen?', jobId);
    expect(await asking('about-car', 'When is a car seen?', jobId)).toMatchObject({ isReplayed: true });
    await client.delete(`/people/${personIds[0]}`);
    expect(await asking('about-car', 'When is a car seen?', jobId)).toMatchObject({ isReplayed: false });
  });

  test('a response of a route of people is not kept', async () => {
    const { trackIds } = await setUp();
    const merge = () =>
      fetch(`${server.apiUrl}/people/${trackIds.length}/merge`, {
        method: 'POST',
        headers: {
          authorization: `Bearer ${server.token}`,
          'content-type': 'application/json',
          'idempotency-key': 'm',
        },
        body: JSON.stringify({}),
      });
    await merge();
    expect((await merge()).headers.has('idempotency-replayed')).toBe(false);
  });

  test('a question about a person goes with the person, also that of a confined key', async () => {
    const { project, jobId, personIds } = await setUp();
    const { body: key } = await client.post('/keys', { name: 'confined', scope: 'read', projects: [project] });
    const { body } = await asking('confined', 'Does Ada drive the car?', jobId, key.raw_key);
    await client.delete(`/people/${personIds[0]}`);
    expect((await client.get(`/chat/sessions/${body.session_id}/messages`)).body).toEqual([]);
  });
});
