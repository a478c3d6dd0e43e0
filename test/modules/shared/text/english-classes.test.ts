import { expect, it } from 'vitest';
import { englishClasses } from '../../../../src/modules/shared/text/english-classes.ts';
import { wordTokens } from '../../../../src/modules/shared/text/tokens.ts';

const classesOf = async (text: string) => {
  const tokens = wordTokens(text);
  const classes = await englishClasses(text, tokens);
  return tokens.map((token, i) => `${token.text} ${classes[i]}`);
};

it.each([
  ['The federal government pays for most of the program.', 'pays'],
  ['It closed after a falling branch hit their car.', 'hit'],
  ['Unemployment rose to its highest level.', 'rose'],
  ['They said that the budget rose.', 'rose'],
  ['Check the oil, open the hood.', 'open'],
  ['Rowing club wins regatta', 'wins'],
  ['How Glaciers Move', 'Move'],
])('“%s” has the verb “%s”', async (text, verb) => {
  expect(await classesOf(text)).toContain(`${verb} verb`);
});

it.each(['Flood warning', 'FLOOD WARNING', 'Fishing nets', 'Opening hours', 'Budget cuts'])(
  'the headline “%s” is two nouns',
  async (text) => {
    expect(await classesOf(text)).toEqual(text.split(' ').map((word) => `${word} noun`));
  },
);

it('keeps its place behind contractions, hyphens, numbers, and spaces', async () => {
  const text = "  It's a well-known plan, isn't it?  The (2.5 million) tram — line won't stop.";
  const classes = await classesOf(text);
  expect(classes).toContain('plan noun');
  expect(classes).toContain('tram noun');
  expect(classes.slice(-3)).toEqual(['line noun', "won't verb", 'stop verb']);
});
