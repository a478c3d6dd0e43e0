// From a key to a shared link with a client that was generated from the OpenAPI document. Node 24 runs this file as it
// is.
//
//     npm install openapi-fetch
//     npx openapi-typescript http://127.0.0.1:8471/api/openapi.json --output reelscope.ts
//     BASE=http://127.0.0.1:8471/api TOKEN=… node client.ts video.mp4

import { openAsBlob } from 'node:fs';
import createClient from 'openapi-fetch';
import type { components, paths } from './reelscope.ts';

const BASE = process.env['BASE'] ?? 'http://127.0.0.1:8471/api';
const [file = 'video.mp4'] = process.argv.slice(2);

/** A client with a credential; it reads the JSON of operations that have other formats as well. */
const clientOf = (authorization: string) =>
  createClient<paths, 'application/json'>({ baseUrl: BASE, headers: { Authorization: authorization } });

/** The data of a response; an error ends the program with the reason of the server. */
function dataOf<Data>({ data, error }: { data?: Data; error?: components['schemas']['ErrorBody'] }): Data {
  if (error) throw new Error(`${error.error.code}: ${error.error.message}`);
  return data as Data;
}

/** Yields the name and the data of each server-sent event. */
async function* eventsOf(stream: ReadableStream<Uint8Array>) {
  let rest = '';
  for await (const chunk of stream.pipeThrough(new TextDecoderStream() as never) as unknown as AsyncIterable<string>) {
    const frames = (rest + chunk).split('\n\n');
    rest = frames.pop() ?? '';
    for (const frame of frames) {
      const name = /^event: (.*)$/m.exec(frame)?.[1];
      const data = /^data: (.*)$/m.exec(frame)?.[1];
      if (name && data) yield { name, data: JSON.parse(data) as components['schemas']['JobStatus'] };
    }
  }
}

const { raw_key: key } = dataOf(
  await clientOf(`Bearer ${process.env['TOKEN']}`).POST('/keys', {
    body: { name: 'generated client', scope: 'write' },
  }),
);
console.log('key', key.slice(0, 13));
const api = clientOf(key);

const project = dataOf(await api.POST('/projects', { body: { name: 'Walk-through' } }));
const place = dataOf(
  await api.POST('/storage/upload-url', { body: { file_name: 'walk.mp4', content_type: 'video/mp4' } }),
);
// The URL is presigned: send the bytes to it as it is, without a credential.
const sent = await fetch(place.upload_url, {
  method: 'PUT',
  headers: { 'Content-Type': 'video/mp4' },
  body: await openAsBlob(file),
});
if (!sent.ok) throw new Error(`upload: ${sent.status} ${await sent.text()}`);
const { job_id } = dataOf(
  await api.POST('/processing/register-upload', { body: { file_path: place.file_path, file_name: 'walk.mp4' } }),
);
console.log('job', job_id);

const params = { path: { job_id } };
const video = dataOf(await api.PATCH('/videos/{job_id}', { params, body: { project_id: project.id } }));
// Timestamps are UTC without a zone designator.
console.log('registered', new Date(`${video.created_at}Z`).toISOString());

const selected_insights = JSON.stringify(['scenes', 'audioevents']);
dataOf(await api.POST('/processing/{job_id}/start', { params, body: { selected_insights } }));
const { response } = await api.GET('/processing/{job_id}/events', { params, parseAs: 'stream' });
for await (const { name, data } of eventsOf(response.body!)) console.log('event', name, data.progress ?? '');

const results = dataOf(await api.GET('/results/job/{job_id}', { params }));
for (const { module, content, start_time, end_time, data } of results.segments) {
  console.log(`segment ${start_time.toFixed(3)}-${end_time.toFixed(3)} ${module}: ${content} ${data?.label ?? ''}`);
}

const hits = dataOf(await api.POST('/search', { body: { query: 'first shot', limit: 3 } }));
// With `include`, the response would be an object of groups.
for (const hit of Array.isArray(hits) ? hits : hits.segments) console.log(`hit ${hit.rank} ${hit.content}`);

const { answer } = dataOf(
  await api.POST('/chat/ask', { body: { question: 'Which shots are there?', video_id: job_id } }),
);
console.log('answer', answer);

const report = dataOf(await api.POST('/shared-reports', { body: { video_id: job_id, expires_at: null } }));
const shared = dataOf(
  await api.GET('/shared-reports/{share_hash}', { params: { path: { share_hash: report.share_hash } } }),
);
console.log('shared', shared.share_hash, 'segments' in shared ? shared.segments.length : 0, 'segments');

dataOf(await api.DELETE('/videos/{job_id}', { params }));
dataOf(await api.DELETE('/projects/{project_id}', { params: { path: { project_id: project.id } } }));
const gone = await api.GET('/videos/{job_id}', { params });
console.log('deleted', gone.error?.error.code);
