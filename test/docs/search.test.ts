import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { isModuleName, type ModuleName } from '../../src/contract/analysis/modules.ts';
import type { SegmentData } from '../../src/contract/analysis/segment.ts';
import { readCameraValue } from '../../src/core/query/camera.ts';
import { englishText } from '../../src/core/texts/sentence.ts';
import type { Store } from '../../src/db/index.ts';
import { createSearchService } from '../../src/server/search/search-service.ts';
import { addUser, addVideo, testStore } from '../db/store-fixture.ts';
import { seedPeople } from '../fixtures/people.ts';

const text = await readFile(join(import.meta.dirname, '../../docs/search.md'), 'utf8');
/** Rows of all tables, without heads. */
const rows = [...text.matchAll(/^\| (.*) \|$/gm)].map((match) => match[1]!.split(' | '));
const library = rows.filter((row) => isModuleName(row[3] ?? ''));
const examples = rows.flatMap(([query, result]) =>
  /^`[^`]+[^:`]`$/.test(query!) ? [[query!.slice(1, -1), result!]] : [],
);
const hintTexts = new Set(text.split('| Hint |')[1]!.match(/(?<=\| )[^|`]+(?= \|\n)/g));

const SPEAKERS = ['Anna', 'Ben'];
const labelOf = (name: string) => `S${SPEAKERS.indexOf(name) + 1}`;

test('the examples of docs/search.md find what it says', async () => {
  expect(library.length).toBeGreaterThan(8);
  expect(examples.length).toBeGreaterThan(30);
  expect(hintTexts.size).toBe(6);
  const { store, clock } = await testStore();
  const userId = addUser(store);
  fill(store, userId, clock);
  const service = createSearchService(store, { engineId: () => 'none', embed: async () => null });
  for (const [query, result] of examples) {
    const { hits, hints } = await service.search(userId, { query: query!, limit: 20 });
    const hintText = hints.map((hint) => englishText(hint.text)).join('; ');
    if (hintTexts.has(result!)) expect(hintText, query).toBe(result);
    else
      expect({ query, found: hits.map(({ content }) => content).sort(), hintText }).toEqual({
        query,
        found: result!.split('; ').sort(),
        hintText: '',
      });
  }
});

function fill(store: Store, userId: number, clock: { at: number }): void {
  const days: Record<string, Date> = { Council: new Date(2026, 1, 3), Street: new Date(2026, 2, 4) };
  for (const [name, own] of Map.groupBy(library, (row) => row[0]!)) {
    clock.at = days[name]!.getTime();
    const project = store.projects.create(userId, { name: own[0]![1]!, description: null });
    const video = addVideo(store, userId, name, 120);
    store.videos.update(userId, video.jobId, { projectId: project.id });
    store.jobs.enqueue(userId, video.jobId, { action: 'process', modules: ['ocr'] });
    store.jobs.claimNext();
    for (const [module, found] of Map.groupBy(own, (row) => row[3] as ModuleName)) {
      if (module === 'people') {
        const people = [...Map.groupBy(found, (row) => row[4]!)].map(([person, times]) => ({
          name: person,
          tracks: times.map(([, , time]) => spanOf(time!)),
        }));
        seedPeople(store, { id: video.id, projectId: project.id }, people);
        continue;
      }
      const segments = found.map(([, , time, , finding]) => {
        const { start: start_time, end: end_time } = spanOf(time!);
        const [, content, speaker] = /^(.*?)(?: \((\w+)\))?$/.exec(finding!)!;
        const data: SegmentData = speaker
          ? { speaker_id: labelOf(speaker), speaker: labelOf(speaker) }
          : module === 'scenes'
            ? { camera: [{ ...readCameraValue(content!.split(' · ')[1]!)!, start_time, end_time }] }
            : { label: content! };
        return { content: content!, start_time, end_time, data };
      });
      const labels = [...new Set(segments.flatMap(({ data }) => data.speaker_id ?? []))];
      store.segments.replaceModule(video.id, {
        module,
        engine: 'test@1',
        segments,
        ...(labels.length > 0 && {
          speakers: {
            engine: 'voices@1',
            minSimilarity: 0.9,
            speakers: labels.map((label, i) => ({ label, embedding: Float32Array.of(i, 1 - i) })),
          },
        }),
      });
    }
    for (const name of SPEAKERS) store.speakers.rename(video.id, labelOf(name), name);
    store.jobs.finish(video.id, { processingTime: 1, warnings: [] });
  }
}

function spanOf(text: string): { start: number; end: number } {
  const [start, end] = text.split('–').map(secondsOf) as [number, number];
  return { start, end };
}

function secondsOf(text: string): number {
  const [minutes, seconds] = text.split(':').map(Number) as [number, number];
  return minutes * 60 + seconds;
}
