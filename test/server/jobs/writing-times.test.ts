import { expect, test } from 'vitest';
import { FindingsWriter } from '../../../src/server/jobs/findings-writer.ts';
import { JobEvents } from '../../../src/server/jobs/job-events.ts';
import { writingTime } from '../../../src/server/jobs/writing-times.ts';
import { addUser, addVideo, testStore } from '../../db/store-fixture.ts';

test('how long a language model writes is kept by model and module, per minute of video', async () => {
  const { store } = await testStore();
  const user = addUser(store);
  const { jobId } = addVideo(store, user, 'clip', 120);
  store.jobs.enqueue(user, jobId, { action: 'process', modules: ['summary', 'chapters', 'scenes'] });
  const writer = new FindingsWriter(store, new JobEvents(), store.videos.get(user, jobId)!, () => {});
  const run = (module: 'summary' | 'chapters' | 'scenes', engine: string) => {
    writer.module({ type: 'module', module, status: 'running', engine, error: null });
    writer.module({ type: 'module', module, status: 'completed', engine, error: null });
  };
  run('summary', 'ollama:qwen@1');
  run('chapters', 'extractive-chapters@2');
  run('scenes', 'ollama:qwen@1');
  const time = writingTime(store, 'ollama:qwen@1', 'summary')!;
  expect(time).toBeGreaterThan(0);
  expect(time).toBeLessThan(30);
  expect(writingTime(store, 'ollama:other@1', 'summary')).toBeNull();
  expect(writingTime(store, 'extractive-chapters@2', 'chapters')).toBeNull();
  expect(writingTime(store, 'ollama:qwen@1', 'scenes')).toBeNull();
});
