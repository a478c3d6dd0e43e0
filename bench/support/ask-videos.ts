import type { ModuleName } from '../../src/contract/analysis/modules.ts';
import type { SegmentData, SegmentDraft } from '../../src/contract/analysis/segment.ts';

/** A video of the bench, with findings as the modules write them. */
export interface AskVideo {
  name: string;
  /** In seconds. */
  duration: number;
  findings: ReadonlyMap<ModuleName, readonly SegmentDraft[]>;
}

type Line = readonly [start: number, end: number, content: string, data?: SegmentData];

/** Data of a line of this speaker. */
export const speaker = (id: string, name: string): SegmentData => ({ speaker: name, speaker_id: id });
const [ANNA, TOM, MAYOR] = [speaker('S1', 'Anna Berg'), speaker('S2', 'Tom Reyes'), speaker('S3', 'Linda Moss')];
const [HOST, MARTA] = [speaker('S1', 'Jonas Lind'), speaker('S2', 'Marta Vogel')];

const shots = (cuts: readonly number[], contents: readonly string[]): Line[] =>
  contents.map((content, i) => [
    cuts[i]!,
    cuts[i + 1]!,
    `Shot ${i + 1}: ${content}`,
    { length: cuts[i + 1]! - cuts[i]! },
  ]);
const thing = (label: string, start: number, end: number, count = 1): Line => [start, end, label, { label, count }];
const sound = (label: string, content: string, start: number, end: number): Line => [start, end, content, { label }];

/** @param duration in seconds */
export function video(name: string, duration: number, modules: Partial<Record<ModuleName, readonly Line[]>>): AskVideo {
  const toDraft = ([start_time, end_time, content, data]: Line): SegmentDraft => ({
    start_time,
    end_time,
    content,
    data: data ?? null,
  });
  const findings = Object.entries(modules).map(
    ([module, lines]) => [module as ModuleName, lines.map(toDraft)] as const,
  );
  return { name, duration, findings: new Map(findings) };
}

const NEWS = video('evening-news.mp4', 300, {
  transcription: [
    [2, 6, 'Good evening, I am Anna Berg and these are the headlines.', ANNA],
    [6, 12, 'The old bridge in Northfield will be closed for eight months from Monday.', ANNA],
    [12, 18, 'Engineers found deep cracks in two of its pillars last week.', ANNA],
    [18, 24, 'The city council approved forty-two million pounds for the repair.', ANNA],
    [24, 29, 'Our reporter Tom Reyes is at the river.', ANNA],
    [31, 37, 'Thank you, Anna. Behind me you can see the barriers that went up this afternoon.', TOM],
    [37, 44, 'Lorries must now take the detour over the motorway, which adds about twenty minutes.', TOM],
    [44, 50, 'Cyclists and people on foot can still use the small ferry, it leaves every half hour.', TOM],
    [52, 59, 'I understand that shop owners are angry, but safety comes first.', MAYOR],
    [59, 66, 'Nobody was hurt when the railing broke, and I want to keep it that way.', MAYOR],
    [66, 73, 'We will pay the shops a compensation of three thousand pounds each.', MAYOR],
    [75, 80, 'That was mayor Linda Moss. Back to the studio.', TOM],
    [84, 90, 'In health news, the new hospital opened its doors today with one hundred and twenty beds.', ANNA],
    [90, 97, 'Patients praised the short waiting times, but nurses say there are too few of them.', ANNA],
    [97, 103, 'The children’s ward will not open before spring because the heating is broken.', ANNA],
    [110, 117, 'Smoking in parks and at bus stops is prohibited starting next year.', ANNA],
    [117, 124, 'Anyone who lights a cigarette there will pay a fine of eighty pounds.', ANNA],
    [130, 137, 'Now sports. The Rovers beat the Wanderers two to one in the cup final.', ANNA],
    [137, 144, 'Striker Diego Alvarez scored both goals in the second half.', ANNA],
    [144, 151, 'Goalkeeper Sam Whitlock left the field with a knee injury.', ANNA],
    [151, 158, 'Coach Helen Park said that the team played without fear.', ANNA],
    [165, 172, 'A school in Eastham now heats its classrooms with the warmth of a data center.', ANNA],
    [172, 179, 'The pupils measure the temperature every day and publish it on their website.', ANNA],
    [186, 193, 'Finally the weather. Tonight thick fog will form along the coast.', ANNA],
    [193, 200, 'Tomorrow it stays dry with highs of nineteen degrees.', ANNA],
    [200, 207, 'On Sunday thunderstorms move in from the west.', ANNA],
    [207, 213, 'That is all from us. Have a pleasant evening.', ANNA],
    [216, 224, 'This program was brought to you by Harbor Tea.', ANNA],
  ],
  ocr: [
    [2, 24, 'EVENING NEWS'],
    [8, 24, 'BRIDGE CLOSED FROM MONDAY'],
    [31, 50, 'TOM REYES, NORTHFIELD'],
    [52, 73, 'LINDA MOSS, MAYOR'],
    [84, 103, 'NEW HOSPITAL: 120 BEDS'],
    [130, 158, 'ROVERS 2 - 1 WANDERERS'],
    [186, 213, 'WEATHER 19°C'],
    [216, 224, 'HARBOR TEA - A BETTER CUP'],
    [226, 240, 'Call 0555 010 200'],
  ],
  scenes: shots(
    [0, 29, 51, 75, 82, 128, 163, 184, 215, 300],
    [
      'a woman at a desk in a studio',
      'a man with a microphone by a river',
      'a woman in a gray coat speaks',
      'barriers in front of a bridge',
      'a large white building with an ambulance',
      'football players on a field',
      'children in a classroom',
      'a weather map',
      'a cup of tea on a table',
    ],
  ),
  visualelements: [
    thing('person', 0, 29),
    thing('person', 31, 50, 2),
    thing('truck', 38, 44, 3),
    thing('bicycle', 44, 49, 2),
    thing('person', 52, 73),
    thing('person', 130, 158, 11),
    thing('sports ball', 132, 150),
    thing('person', 165, 180, 8),
    thing('cup', 216, 224),
  ],
  audioevents: [
    sound('music or noise', 'Music or noise', 0, 2),
    sound('speech', 'Speech', 2, 80),
    sound('Siren', 'Siren', 85, 88),
    sound('speech', 'Speech', 84, 213),
    sound('Cheering', 'Cheering', 131, 136),
    sound('silence', 'Silence', 240, 300),
  ],
  chapters: [
    [0, 82, 'The bridge in Northfield'],
    [82, 128, 'Health'],
    [128, 163, 'Sports'],
    [163, 184, 'A warm school'],
    [184, 300, 'Weather'],
  ],
  keywords: [
    [6, 80, 'bridge'],
    [84, 103, 'hospital'],
    [130, 158, 'cup final'],
  ],
  summary: [
    [0, 300, 'A news program about a closed bridge, a new hospital, a smoking ban, the cup final, and the weather.'],
  ],
});

/** The lines of the reading are those of a recording; the talk about it is invented. */
const READING = video('two-cities-seminar.mp4', 240, {
  transcription: [
    [0, 4.2, 'It was the best of times, it was the worst of times,', HOST],
    [4.2, 9.8, 'it was the age of wisdom, it was the age of foolishness,', HOST],
    [15.4, 20.1, 'it was the season of Light, it was the season of Darkness,', HOST],
    [20.1, 24.6, 'it was the spring of hope, it was the winter of despair,', HOST],
    [24.6, 28.9, 'we had everything before us, we had nothing before us,', HOST],
    [28.9, 33.5, 'we were all going direct to Heaven, we were all going direct the other way.', HOST],
    [
      33.5,
      44,
      'In short, the period was so far like the present period, that some of its noisiest authorities insisted on its being received, for good or for evil, in the superlative degree of comparison only.',
      HOST,
    ],
    [47, 53, 'So this is how Charles Dickens begins his novel of 1859.', HOST],
    [53, 60, 'Notice that he repeats the words it was ten times before the sentence turns.', HOST],
    [60, 67, 'This figure of speech is called anaphora.', HOST],
    [67, 75, 'The novel plays in London and Paris before and during the French Revolution.', HOST],
    [75, 82, 'It first appeared in weekly parts in a magazine that Dickens himself owned.', HOST],
    [82, 90, 'A single issue sold for two pence, so that workers could afford it.', HOST],
    [92, 99, 'The doctor in the story spent eighteen years in prison without a trial.', HOST],
    [99, 107, 'His daughter Lucie had never met him before she brought him home.', HOST],
    [107, 115, 'In prison he learned to make shoes, and he still does so when he is afraid.', HOST],
    [117, 124, 'Please read the first five chapters until Thursday.', HOST],
    [124, 131, 'We will not have a written exam, you will hand in an essay of two thousand words.', HOST],
    [131, 138, 'If you have questions, my office hours are on Wednesday at ten.', HOST],
    [140, 146, 'Why does he compare everything with its opposite?', speaker('S2', 'Student')],
    [146, 154, 'Because he wants to show a society that is torn apart, where the rich and the poor do not meet.', HOST],
    [154, 161, 'The storming of the Bastille comes only in the second book.', HOST],
    [163, 170, 'I brought a first edition from the library, please touch it only with gloves.', HOST],
    [170, 177, 'It is insured for twelve thousand euros.', HOST],
    [180, 188, 'Some critics said the book has no humor at all, and I disagree.', HOST],
    [188, 196, 'Jerry Cruncher, who digs up corpses at night, is one of his funniest characters.', HOST],
    [198, 206, 'Next week professor Ines Duarte will talk about maps of old Paris.', HOST],
    [206, 212, 'The lecture starts at 10:45 and ends at 11:20 in room seven.', HOST],
    [214, 220, 'Thank you and goodbye.', HOST],
  ],
  ocr: [
    [45, 60, 'A Tale of Two Cities (1859)'],
    [60, 75, 'Anaphora: repetition at the beginning'],
    [75, 92, 'All the Year Round, 2 d.'],
    [117, 138, 'Essay: 2000 words, due 14 May'],
    [198, 214, 'Prof. Ines Duarte: Maps of Paris'],
  ],
  scenes: shots(
    [0, 45, 92, 116, 139, 162, 240],
    [
      'a man reads from a book',
      'a slide with a title',
      'an old drawing of a prison',
      'a slide with dates',
      'students in a lecture hall',
      'a hand with a white glove holds a book',
    ],
  ),
  visualelements: [
    thing('book', 0, 44),
    thing('person', 0, 44),
    thing('person', 139, 161, 14),
    thing('laptop', 140, 158, 6),
    thing('book', 163, 178),
    thing('chair', 139, 160, 9),
  ],
  audioevents: [
    sound('speech', 'Speech', 0, 220),
    sound('Laughter', 'Laughter', 196, 198),
    sound('Applause', 'Applause', 220, 226),
  ],
  chapters: [
    [0, 45, 'The opening of the novel'],
    [45, 116, 'Background'],
    [116, 140, 'Assignments'],
    [140, 240, 'Discussion'],
  ],
  summary: [[0, 240, 'A seminar about the opening of A Tale of Two Cities by Charles Dickens.']],
});

const BEES = video('imkerei-interview.mp4', 260, {
  transcription: [
    [1, 7, 'Herzlich willkommen, heute besuche ich die Imkerin Marta Vogel in Freiburg.', HOST],
    [7, 13, 'Frau Vogel, wie viele Völker haben Sie?', HOST],
    [13, 20, 'Im Moment sind es siebenunddreißig Bienenvölker an vier Standorten.', MARTA],
    [20, 27, 'Angefangen habe ich 2009 mit zwei Kästen im Garten meiner Großmutter.', MARTA],
    [27, 35, 'Im Winter sterben normalerweise zehn Prozent, dieses Jahr war es fast ein Drittel.', MARTA],
    [35, 42, 'Schuld daran ist vor allem die Varroamilbe, nicht das Wetter.', MARTA],
    [42, 50, 'Wir behandeln die Tiere mit Ameisensäure, sobald der letzte Honig geerntet ist.', MARTA],
    [52, 58, 'Was kostet ein Glas bei Ihnen?', HOST],
    [58, 65, 'Das große Glas kostet sieben Euro fünfzig, das kleine vier Euro.', MARTA],
    [65, 73, 'Im Supermarkt verkaufe ich nichts, nur auf dem Wochenmarkt und im Hofladen.', MARTA],
    [75, 82, 'Eine Königin lebt bis zu fünf Jahre, eine Arbeiterin im Sommer nur sechs Wochen.', MARTA],
    [82, 90, 'Die Königin legt im Mai bis zu zweitausend Eier am Tag.', MARTA],
    [90, 97, 'Werden Sie oft gestochen?', HOST],
    [97, 104, 'Ja, fast jeden Tag, aber ich bin zum Glück nicht allergisch.', MARTA],
    [104, 111, 'Mein Mann Peter darf nicht mehr mit, er musste schon einmal ins Krankenhaus.', MARTA],
    [113, 120, 'Mit dem Rauch beruhigen wir die Bienen, sie denken dann, dass es brennt.', MARTA],
    [120, 128, 'Dann fressen sie sich mit Honig voll und sind zu träge zum Stechen.', MARTA],
    [130, 137, 'Am meisten bringt die Robinie, danach kommt der Lindenhonig.', MARTA],
    [137, 145, 'Im letzten Jahr haben wir achthundert Kilogramm geschleudert.', MARTA],
    [145, 152, 'Der Raps blüht bei uns immer früher, inzwischen schon Mitte April.', MARTA],
    [154, 161, 'Viele Leute stellen Insektenhotels auf, die leider völlig nutzlos sind.', MARTA],
    [161, 169, 'Besser wäre es, den Rasen seltener zu mähen und Wildblumen stehen zu lassen.', MARTA],
    [171, 178, 'Welchen Rat geben Sie Anfängern?', HOST],
    [178, 186, 'Machen Sie zuerst einen Kurs beim Imkerverein, der dauert ein ganzes Jahr.', MARTA],
    [186, 194, 'Und kaufen Sie die Bienen nicht im Internet.', MARTA],
    [196, 203, 'Im Herbst eröffnet hier ein kleines Museum mit einem gläsernen Bienenstock.', MARTA],
    [203, 210, 'Der Eintritt ist frei, aber wir freuen uns über Spenden.', MARTA],
    [212, 219, 'Vielen Dank für das Gespräch und für die Kostprobe.', HOST],
    [219, 225, 'Gern geschehen, kommen Sie im Juni wieder.', MARTA],
  ],
  ocr: [
    [1, 13, 'ZU BESUCH BEI …'],
    [13, 35, 'Marta Vogel, Imkerin'],
    [58, 73, 'HOFLADEN Mo-Sa 9-17 Uhr'],
    [130, 145, 'ROBINIENHONIG 500 g'],
    [226, 245, 'www.imkerei-vogel.example'],
  ],
  scenes: shots(
    [0, 13, 51, 74, 112, 129, 153, 195, 260],
    [
      'a man at a garden gate',
      'a woman beside bee boxes',
      'a small shop with jars',
      'a honeycomb in close-up',
      'smoke over a bee box',
      'jars of honey on a shelf',
      'a meadow with flowers',
      'a wooden house',
    ],
  ),
  visualelements: [
    thing('person', 1, 50, 2),
    thing('bottle', 52, 73, 5),
    thing('dog', 60, 66),
    thing('person', 75, 128),
    thing('potted plant', 155, 165, 3),
    thing('dog', 220, 228),
  ],
  audioevents: [
    sound('speech', 'Speech', 1, 225),
    sound('Bee', 'Bee', 113, 125),
    sound('Dog barking', 'Dog barking', 61, 63),
  ],
  chapters: [
    [0, 51, 'Die Völker'],
    [51, 112, 'Honig und Bienen'],
    [112, 170, 'Arbeit im Jahr'],
    [170, 260, 'Rat für Anfänger'],
  ],
  summary: [
    [
      0,
      260,
      'Ein Interview mit der Imkerin Marta Vogel über ihre Bienenvölker, den Preis des Honigs und Rat für Anfänger.',
    ],
  ],
});

export const ASK_VIDEOS = { news: NEWS, reading: READING, bees: BEES } as const;
