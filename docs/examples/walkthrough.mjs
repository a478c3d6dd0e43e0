// From a key to a shared link, with nothing but Node (20 or newer).
//
//     BASE=http://127.0.0.1:8471/api TOKEN=… node walkthrough.mjs video.mp4

import { openAsBlob } from 'node:fs';

const BASE = process.env.BASE ?? 'http://127.0.0.1:8471/api';

/** Calls the API and returns the parsed answer; an error ends the program with what the server said. */
async function call(method, path, authorization, body) {
  const response = await fetch(BASE + path, {
    method,
    headers: {
      ...(authorization && { Authorization: authorization }),
      ...(body && { 'Content-Type': 'application/json' }),
    },
    ...(body && { body: JSON.stringify(body) }),
  });
  if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${await response.text()}`);
  return response.json();
}

/** Sends a file piece by piece, so that its size does not matter. */
async function upload(url, file) {
  const response = await fetch(url, {
    method: 'PUT',
    headers: { 'Content-Type': 'video/mp4' },
    body: await openAsBlob(file),
  });
  if (!response.ok) throw new Error(`upload: ${response.status} ${await response.text()}`);
}

/** Yields the name and the data of each server-sent event until the job has ended. */
async function* follow(job, key) {
  const response = await fetch(`${BASE}/processing/${job}/events`, { headers: { Authorization: key } });
  let rest = '';
  for await (const chunk of response.body.pipeThrough(new TextDecoderStream())) {
    rest += chunk;
    const frames = rest.split('\n\n');
    rest = frames.pop();
    for (const frame of frames) {
      const [, name] = /^event: (.*)$/m.exec(frame) ?? [];
      const [, data] = /^data: (.*)$/m.exec(frame) ?? [];
      if (name) yield { name, data: JSON.parse(data) };
    }
  }
}

const [file] = process.argv.slice(2);
const { raw_key: key } = await call('POST', '/keys', `Bearer ${process.env.TOKEN}`, { name: 'walk-through' });
console.log('key', key.slice(0, 13));

const place = await call('POST', '/storage/upload-url', key, { file_name: 'walk.mp4', content_type: 'video/mp4' });
await upload(place.upload_url, file);
const { file_path } = place;
const { job_id: job } = await call('POST', '/processing/register-upload', key, { file_path, file_name: 'walk.mp4' });
console.log('job', job);

// Timestamps are UTC without a zone designator, which `new Date` takes for local time.
const { created_at } = await call('GET', `/videos/${job}`, key);
console.log('registered', new Date(`${created_at}Z`).toISOString());

const selected_insights = JSON.stringify(['scenes', 'audioevents']);
await call('POST', `/processing/${job}/start`, key, { selected_insights });
for await (const { name, data } of follow(job, key)) console.log('event', name, data.progress ?? '');

const results = await call('GET', `/results/job/${job}`, key);
for (const { start_time, end_time, module, content } of results.segments) {
  console.log(`segment ${start_time.toFixed(3)}-${end_time.toFixed(3)} ${module}: ${content}`);
}

for (const hit of await call('POST', '/search', key, { query: 'first shot', limit: 3 })) {
  console.log(`hit ${hit.similarity.toFixed(2)} ${hit.content}`);
}

const { answer } = await call('POST', '/chat/ask', key, { question: 'Which shots are there?', video_id: job });
console.log('answer', answer);

const { share_hash } = await call('POST', '/shared-reports', key, { video_id: job });
const report = await call('GET', `/shared-reports/${share_hash}`);
console.log('shared', report.share_hash, report.segments.length, 'segments');
