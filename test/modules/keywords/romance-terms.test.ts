import { expect, it, test } from 'vitest';
import { findKeywords } from '../../../src/modules/keywords/module.ts';
import { speech } from '../shared/findings/some-findings.ts';

const labelsOf = async (text: string) => [
  ...new Set((await findKeywords(speech(text.split(/(?<=\.) /)))).map(({ content }) => content)),
];

test.each<[string, string, string[], string[]]>([
  [
    'Spanish',
    'La línea de tranvía costará ochenta millones de euros. El alcalde explicó que un programa de inteligencia artificial mide la contaminación del aire. Los vecinos piden una forma de viajar sin ruido en la feria del libro de Madrid. La línea tendrá doce paradas y mil asientos. La asociación de comerciantes teme perder clientes.',
    ['línea de tranvía', 'contaminación del aire', 'asociación de comerciantes', 'Madrid'],
    ['mil', 'millones', 'perder', 'explicó', 'programa de inteligencia', 'forma de viajar', 'libro de Madrid'],
  ],
  [
    'French',
    "L'hôpital de Grenoble ouvre un service de réanimation avec dix lits. La ministre de la santé a visité le service. La liste d'attente s'allonge depuis un an. Selon le ministère de l'agriculture, les vergers souffrent du gel. Le ministère de l'agriculture paiera un million d'euros. Une fusée de l'agence spatiale partira de Guyane.",
    ['hôpital de Grenoble', "liste d'attente", "ministère de l'agriculture", 'Guyane'],
    ["L'hôpital de Grenoble", 'liste attente', 'ministère de agriculture', 'million', "fusée de l'agence", 'visité'],
  ],
  [
    'Portuguese',
    'A linha de metro custará noventa milhões de euros. O presidente da câmara disse que a poluição do ar vai cair. Os moradores do bairro protestam. A falta de transparência preocupa a oposição. A linha terá doze estações e dez pontes.',
    ['linha de metro', 'falta de transparência'],
    ['dez', 'milhões', 'disse', 'protestam'],
  ],
  [
    'Italian',
    "La linea del tram costerà settanta milioni di euro. Il sindaco dice che l'inquinamento dell'aria calerà. La mancanza di trasparenza preoccupa i residenti. L'università di Pisa studia il livello dei fiumi. La linea avrà dieci fermate.",
    ['linea del tram', "inquinamento dell'aria", 'mancanza di trasparenza', 'università di Pisa', 'livello dei fiumi'],
    ['dieci', 'milioni', "L'università di Pisa", 'costerà'],
  ],
])('finds phrases of two nouns in %s, and no numbers, verbs, or cut phrases', async (_, text, phrases, others) => {
  const labels = await labelsOf(text);
  expect(labels).toEqual(expect.arrayContaining(phrases));
  for (const other of others) expect(labels).not.toContain(other);
});

it('keeps the article of a name', async () => {
  const labels = await labelsOf("Le groupe L'Oréal vend des parfums. Un parfum de L'Oréal coûte cher.");
  expect(labels).toContain("L'Oréal");
});
