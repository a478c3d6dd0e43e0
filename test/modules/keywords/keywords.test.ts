import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { SegmentDraft } from '../../../src/contract/analysis/segment.ts';
import { findKeywords, keywords } from '../../../src/modules/keywords/module.ts';
import { toTokens } from '../../../src/modules/keywords/text.ts';
import { stopWordsFor } from '../../../src/modules/shared/text/stop-words.ts';
import { wordTokens } from '../../../src/modules/shared/text/tokens.ts';
import { moduleContext } from '../../fixtures/module-context.ts';

function spoken(texts: readonly string[], seconds = 5): SegmentDraft[] {
  return texts.map((content, i) => ({ content, start_time: i * seconds, end_time: i * seconds + 4, data: null }));
}

const TALK = spoken([
  'Welcome everyone to the quarterly review.',
  'Today we look at renewable energy in northern Europe.',
  'Offshore wind farms in the North Sea delivered more than half of it.',
  'The grid operators told us that battery storage is the bottleneck.',
  'Without battery storage the wind farms have to be switched off.',
  'Maria Hernandez will tell us how battery storage becomes cheaper.',
  'So the question is whether the grid can wait.',
  'I think it cannot. Thank you very much.',
]);

const labels = (segments: readonly SegmentDraft[]) => [...new Set(segments.map(({ content }) => content))];

test('returns repeated phrases whole, and names, but no small talk', async () => {
  const found = labels(await findKeywords(TALK)).map((label) => label.toLowerCase());
  expect(found).toContain('battery storage');
  expect(found).toContain('wind farms');
  expect(found).toContain('north sea');
  expect(found).not.toContain('battery');
  for (const dull of ['welcome', 'everyone', 'us', 'the grid', 'thank']) expect(found).not.toContain(dull);
});

test('returns no words of greetings and no elided articles', async () => {
  const found = labels(
    await findKeywords(
      spoken([
        'Salut tout le monde, aujourd’hui on isole un fourgon.',
        'On commence par l’isolation avec du liège.',
        'Le liège ne moisit pas, et l’isolation dure longtemps.',
      ]),
    ),
  );
  expect(found).toEqual(expect.arrayContaining(['isolation', 'liège']));
  for (const dull of ['Salut', 'monde']) expect(found).not.toContain(dull);
});

test('returns no adjectives, possessives, or, beside names, common words that came up once', async () => {
  const found = labels(
    await findKeywords(
      spoken([
        'Today we introduce the Lumo lamp for the old town of Halden.',
        'In the evening the Lumo lamp becomes blue and soft, says Edith Lang from Bergen.',
        'The lamp was my friend’s idea, and a kilogram of aluminum in a box from Porto.',
        'Julia Stone and Kelly Murphy sell it in Oakham.',
      ]),
    ),
  );
  expect(found).toEqual(expect.arrayContaining(['Edith Lang', 'Julia Stone', 'Kelly Murphy']));
  for (const dull of ['blue', 'soft', 'old', 'friend’s', 'kilogram', 'box']) expect(found).not.toContain(dull);
});

test('returns terms of noun phrases in English and German, whole where they come up once', async () => {
  const english = labels(await findKeywords(spoken(['The city council voted today to close the old harbor bridge.'])));
  expect(english).toEqual(expect.arrayContaining(['city council', 'old harbor bridge']));
  const german = labels(
    await findKeywords(spoken(['Der Stadtrat hat beschlossen, die alte Hafenbrücke zu schließen.'])),
  );
  for (const verb of ['voted', 'close', 'beschlossen', 'schließen'])
    expect([...english, ...german]).not.toContain(verb);
});

test('takes headlines in capitals whole, and no verb of theirs', async () => {
  const slides = spoken(['FLOOD WARNING', 'ROWING CLUB WINS REGATTA', 'Heavy rain will reach the coast on Thursday.']);
  const found = labels(await findKeywords(slides));
  expect(found).toContain('FLOOD WARNING');
  expect(found).not.toEqual(expect.arrayContaining(['FLOOD', 'WARNING', 'WINS']));
});

test('returns no verbs that stand where nouns do', async () => {
  const found = labels(
    await findKeywords(
      spoken(['Note to myself, call the dentist.', 'The ministry of agriculture offers loans to farmers.']),
    ),
  );
  expect(found).toContain('dentist');
  for (const part of ['call', 'offers']) expect(found.join(' ')).not.toContain(part);
});

test('writes a compound with its hyphen, and nothing but nouns of either language', async () => {
  const found = labels(
    await findKeywords(
      spoken([
        'Wir kommen zu unserer EU-Kommission, dann durch den Park mit einem Pfleger.',
        'She is our oldest pet in the zoo.',
      ]),
    ),
  );
  expect(found).toContain('EU-Kommission');
  expect(found).not.toContain('Wir');
});

test('lists every place in the video, with nearby mentions joined', async () => {
  const later = spoken(['Back to battery storage.']).map((s) => ({ ...s, start_time: 300, end_time: 304 }));
  const places = (await findKeywords([...TALK, ...later])).filter(({ content }) => content === 'battery storage');
  expect(places.map(({ start_time, end_time }) => [start_time, end_time])).toEqual([
    [15, 29],
    [300, 304],
  ]);
  expect(places[0]!.data).toMatchObject({ label: 'battery storage', mentions: 4, occurrences: [15, 20, 25] });
});

test('joins no mentions across a cut', async () => {
  const cuts = [0, 18, 300];
  const places = (await findKeywords(TALK, cuts)).filter(({ content }) => content === 'battery storage');
  expect(places.map(({ start_time, end_time }) => [start_time, end_time])).toEqual([
    [15, 19],
    [20, 29],
  ]);
});

test('uses the times of spoken words', async () => {
  const words = ['Look', 'at', 'the', 'glacier'].map((text, i) => ({ text, start_time: 10 + i, end_time: 10.8 + i }));
  const [segment] = await findKeywords([
    { content: 'Look at the glacier', start_time: 10, end_time: 14, data: { words } },
  ]);
  expect(segment).toMatchObject({ content: 'glacier', start_time: 13, end_time: 13.8 });
});

test('punctuation separates phrases, hyphens and apostrophes do not', async () => {
  const keys = toTokens(spoken(['Wind, sun and state-of-the-art: it\'s "here"'])[0]!).map((phrase) =>
    phrase.map((token) => token.key).join(' '),
  );
  expect(keys).toEqual(['wind', 'sun and state-of-the-art', "it's", 'here']);
});

test('detects the language by its function words', async () => {
  expect(stopWordsFor(wordTokens('die stadt hat eine neue brücke und wir sind da')).has('nicht')).toBe(true);
  expect(stopWordsFor(wordTokens('la ville a un nouveau pont et nous sommes là')).has('avec')).toBe(true);
  expect(stopWordsFor([]).has('the')).toBe(true);
});

test('finds keywords without function words in German, Spanish, and Chinese text', async () => {
  const german = labels(
    await findKeywords(spoken(['Die Straßenbahn fährt wieder', 'Heute war die Straßenbahn verspätet'])),
  );
  expect(german).toContain('Straßenbahn');
  const spanish = labels(
    await findKeywords(spoken(['El glaciar se derrite cada año', 'Nadie sabe cuándo el glaciar desaparece'])),
  );
  expect(spanish).toContain('glaciar');
  expect(labels(await findKeywords(spoken(['北京大学是中国的大学', '欢迎来到北京大学'])))).toContain('北京大学');
});

test('returns no keywords without text', async () => {
  for (const texts of [[], [''], ['and so it is what it is'], ['12 34 5.6'], ['… — !']]) {
    expect(await findKeywords(spoken(texts))).toEqual([]);
  }
});

test('returns at most 20 keywords, each within the time of its mentions, for any text', async () => {
  const word = fc.constantFrom(
    'glacier',
    'Valley',
    'the',
    'of',
    'river',
    'ROCK',
    'ice',
    'Straße',
    '2024',
    'a,',
    'moraine.',
    "it's",
  );
  const sentence = fc.array(word, { maxLength: 25 }).map((words) => words.join(' '));
  await fc.assert(
    fc.asyncProperty(fc.array(fc.oneof(sentence, fc.string()), { maxLength: 12 }), async (texts) => {
      const segments = spoken(texts);
      const found = await findKeywords(segments);
      expect(labels(found).length).toBeLessThanOrEqual(20);
      for (const { start_time, end_time, data } of found) {
        expect(start_time).toBeLessThanOrEqual(end_time);
        for (const time of data!.occurrences as number[]) {
          expect(segments.some((segment) => segment.start_time === time)).toBe(true);
          expect(time).toBeGreaterThanOrEqual(start_time);
        }
      }
    }),
  );
});

test('the module reads what the catalog allows it to read', async () => {
  const context = moduleContext(['keywords', 'transcription', 'ocr'], {
    segments: {
      transcription: TALK,
      ocr: [{ content: 'NORTH SEA', start_time: 40, end_time: 42, data: null }],
      summary: [{ content: 'Volcano volcano volcano', start_time: 0, end_time: 1, data: null }],
    },
  });
  const run = await keywords.start(context);
  const found = await run.finish();
  await run.dispose();
  expect(labels(found)).not.toContain('volcano');
  expect(found.some(({ content, start_time }) => content === 'North Sea' && start_time === 40)).toBe(true);
});

test('the module repeats no objects, and takes no words from signs in the scene', async () => {
  const at = (content: string, start_time: number) => ({ content, start_time, end_time: start_time + 4, data: null });
  const context = moduleContext(['keywords', 'transcription', 'visualelements', 'ocr'], {
    segments: {
      transcription: TALK,
      visualelements: [{ ...at('traffic light ×2', 50), data: { label: 'traffic light' } }],
      ocr: [at('BAKERY SCHMIDT', 50), at('Storage Auctions', 60)],
    },
  });
  const run = await keywords.start(context);
  const found = labels(await run.finish()).join();
  await run.dispose();
  expect(found).not.toMatch(/traffic|bakery|schmidt/i);
  expect(found).toMatch(/storage/i);
});

test('returns persons and places that are no keywords, once each', async () => {
  const talk = spoken([
    'You founded a clinic in Enugu, and the clinic in Enugu has four beds, and a clinic in Lyon follows.',
    'In Nigeria most burns come from stoves, and the burns of children are the worst.',
    'The clinic treats burns, says Samira Haddad, and Samira trains the nurses.',
  ]);
  const kinds = new Map((await findKeywords(talk)).map(({ content, data }) => [content, data?.['name_kind']]));
  expect(Object.fromEntries(kinds)).toMatchObject({
    Enugu: 'place',
    Lyon: 'place',
    Nigeria: 'place',
    'Samira Haddad': 'person',
  });
  for (const part of ['Samira', 'Haddad']) expect(kinds.has(part)).toBe(false);
});
