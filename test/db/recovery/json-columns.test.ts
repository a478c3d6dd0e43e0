import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { JSON_COLUMNS, withSoundJson } from '../../../src/db/recovery/json-columns.ts';

test('the columns of JSON are those that the schema describes as such', () => {
  const schema = readFileSync('src/db/schema.ts', 'utf8');
  const tables = new Map([...schema.matchAll(/^ {2}(\w+): (\w+Table);$/gm)].map(([, name, type]) => [type, name]));
  const described = [...schema.matchAll(/^interface (\w+Table)[^{]*\{(.*?)^\}/gms)].flatMap(([, type, body]) =>
    [...body!.matchAll(/\/\*\* JSON\b.*\n {2}(\w+):/g)].map(([, column]) => `${tables.get(type)}.${column}`),
  );
  const listed = Object.entries(JSON_COLUMNS).flatMap(([table, columns]) => columns.map((name) => `${table}.${name}`));
  expect(described.length).toBeGreaterThan(20);
  expect(listed.sort()).toEqual(described.sort());
});

test('broken JSON becomes null, and a row that would give more rights without it is lost', () => {
  const sound = { id: 1, data: '{"label":"dog"}', name: '{' };
  expect(withSoundJson('segments', sound)).toBe(sound);
  expect(withSoundJson('segments', { id: 1, data: '{"label' })).toEqual({ id: 1, data: null });
  expect(withSoundJson('apiKeys', { id: 1, projectIds: '[1' })).toBeUndefined();
  expect(withSoundJson('sharedReports', { id: 1, parts: null, blur: '{' })).toBeUndefined();
  expect(withSoundJson('tags', { name: '{' })).toEqual({ name: '{' });
});
