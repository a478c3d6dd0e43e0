import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import de from '../../../src/contract/locales/de/messages.json' with { type: 'json' };
import en from '../../../src/contract/locales/en/messages.json' with { type: 'json' };
import { OBJECT_GROUPS } from '../../../src/core/labels/label-groups.ts';
import { LABEL_PARENTS, labelsOfWord } from '../../../src/core/labels/label-words.ts';
import { OBJECT_LABELS } from '../../../src/core/labels/object-labels.ts';
import { SOUND_LABELS } from '../../../src/core/labels/sound-labels.ts';

test('labels are known by their English and German names, everyday words, and groups', () => {
  for (const label of OBJECT_LABELS) {
    expect(labelsOfWord(label), label).toContain(label);
    expect(labelsOfWord(en[`label.${label}`]), en[`label.${label}`]).toContain(label);
    expect(labelsOfWord(de[`label.${label}`]), de[`label.${label}`]).toContain(label);
  }
  expect(labelsOfWord('Lorries')).toEqual(['truck']);
  expect(labelsOfWord('puppies')).toEqual(['dog']);
  expect(labelsOfWord('BUSES')).toEqual(['bus']);
  expect(labelsOfWord('budget')).toEqual([]);
  for (const { en, de: german } of LABEL_PARENTS) {
    expect(labelsOfWord(en).length, en).toBeGreaterThan(3);
    expect(labelsOfWord(german)).toEqual(labelsOfWord(en));
  }
});

test('each label is in one group', () => {
  expect(OBJECT_GROUPS.flatMap(({ labels }): readonly string[] => labels).sort()).toEqual([...OBJECT_LABELS].sort());
});

test('docs/search.md lists the labels of sounds and objects', async () => {
  const text = await readFile(join(import.meta.dirname, '../../../docs/search.md'), 'utf8');
  const lists = [...text.matchAll(/(?:^> .*\n)+/gm)].map(([list]) =>
    list.replaceAll(/^> /gm, '').trim().replace(/\.$/, '').replaceAll(/\s+/g, ' ').split(', '),
  );
  expect(lists).toEqual([[...SOUND_LABELS], [...OBJECT_LABELS]]);
});
