import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

const folder = '.github/workflows';
const workflows = readdirSync(folder).map((name) => readFileSync(`${folder}/${name}`, 'utf8'));

test('jobs with secrets install no package, which could read them', () => {
  const jobs = workflows.flatMap((text) => text.split(/^ {2}(?=[\w-]+:$)/m));
  const keyed = jobs.filter((job) => job.includes('secrets.'));
  expect(keyed.map((job) => job.slice(0, job.indexOf(':')))).toEqual(['sign', 'sign-installer']);
  for (const job of keyed) expect(job).not.toMatch(/\bnpm\b|\bnpx\b|\.ci\/pack|cache:/);
});

test('workflows name actions by commit, since a tag can be moved', () => {
  const uses = workflows.flatMap((text) => [...text.matchAll(/\buses:\s*(.+)$/gm)].map(([, action]) => action!));
  expect(uses.length).toBeGreaterThan(10);
  expect(uses.filter((action) => !/^[\w-]+\/[\w-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$/.test(action))).toEqual([]);
});
