import { expect, test } from 'vitest';
import { beginsWith, matchCommands } from '../../../../src/renderer/features/search/palette/match-commands.ts';

const COMMANDS = [
  { label: 'Settings', group: 'Go to' },
  { label: 'Export findings', group: 'This video' },
  { label: 'Find in this video', group: 'This video' },
  { label: 'Storage', group: 'Settings' },
  { label: 'Back up now', group: 'General', words: 'Backups' },
  { label: 'Größe der Schrift', group: 'General' },
];
const found = (text: string) => matchCommands(COMMANDS, text).map(({ label }) => label);

test.each([
  ['every word, shortened and in any order', 'find exp', ['Export findings']],
  ['the label before the group', 'settings', ['Settings', 'Storage']],
  ['other words of the command', 'backup', ['Back up now']],
  ['words that lack letters', 'exprt', ['Export findings']],
  ['case and accents', 'grosse', ['Größe der Schrift']],
  ['what begins with the text first', 'find', ['Find in this video', 'Export findings']],
  ['nothing for a word that is not there', 'export planet', []],
])('finds %s', (_, text, labels) => {
  expect(found(text)).toEqual(labels);
});

test('offers everything without a text', () => {
  expect(found(' ')).toHaveLength(COMMANDS.length);
});

test('tells names that begin with a text', () => {
  expect(beginsWith('Über uns.mp4', 'uber')).toBe(true);
  expect(beginsWith('A bridge', 'bridge')).toBe(false);
  expect(beginsWith('A bridge', ' ')).toBe(false);
});
