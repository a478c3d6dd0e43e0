import { expect, it } from 'vitest';
import { parseProcStat, parsePs, parseTasklist, readProcessUsage } from '../../../src/server/hosting/process-usage.ts';

it('reads the usage of the own process', async () => {
  const usage = await readProcessUsage(process.pid);
  expect(usage!.memoryBytes / process.memoryUsage.rss()).toBeGreaterThan(0.5);
  expect(usage!.memoryBytes / process.memoryUsage.rss()).toBeLessThan(2);
});

it('returns undefined for a process that does not exist', async () => {
  expect(await readProcessUsage(2 ** 22 + 1)).toBeUndefined();
});

it('parses /proc/PID/stat with a name of any form', () => {
  const text = '12 (no) de (x) S 1 12 12 0 -1 4194304 9 0 0 0 150 50 0 0 20 0 11 0 777 123456 300 18446744073709551615';
  expect(parseProcStat(text)).toEqual({ memoryBytes: 300 * 4096, cpuSeconds: 2 });
  expect(parseProcStat('')).toBeUndefined();
});

it.each([
  ['  2048   0:01.50\n', 1.5],
  ['2048 01:02:03', 3723],
  // macOS in German.
  ['2048 0:01,50', 1.5],
  ['2048 2-00:00:01', 172_801],
])('parses the output of ps: %j', (text, cpuSeconds) => {
  expect(parsePs(text)).toEqual({ memoryBytes: 2048 * 1024, cpuSeconds });
});

it('parses the output of tasklist in any language', () => {
  expect(parseTasklist('"node.exe","4","Console","1","45.316 K"\r\n')).toEqual({
    memoryBytes: 45_316 * 1024,
    cpuSeconds: undefined,
  });
  expect(parseTasklist('INFO: No tasks are running.')).toBeUndefined();
});
