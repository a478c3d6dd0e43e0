import type { FOURTH_VIDEOS } from './ask-fourth-videos.ts';
import type { HELD_OUT_VIDEOS } from './ask-held-out-videos.ts';
import type { MORE_VIDEOS } from './ask-more-videos.ts';
import type { OTHER_VIDEOS } from './ask-other-videos.ts';
import type { ASK_VIDEOS } from './ask-videos.ts';

/** A question of the bench about one of its videos. */
export interface AskQuestion {
  video: keyof (typeof ASK_VIDEOS &
    typeof OTHER_VIDEOS &
    typeof MORE_VIDEOS &
    typeof FOURTH_VIDEOS &
    typeof HELD_OUT_VIDEOS);
  kind: 'passage' | 'computed' | 'none';
  text: string;
  /** Begin of findings that answer it, any of them. */
  wanted: readonly string[];
  /** Contained in a right answer. */
  answer: RegExp;
  /** The question before it. */
  after?: string;
}

type Row = readonly [text: string, wanted: string, answer: RegExp, after?: string];

/** Questions that a passage answers. */
export const passages = (video: AskQuestion['video'], rows: readonly Row[]): AskQuestion[] =>
  rows.map(([text, wanted, answer, after]) => ({
    video,
    kind: 'passage',
    text,
    wanted: wanted.split('|'),
    answer,
    ...(after !== undefined && { after }),
  }));
const computed = (video: AskQuestion['video'], rows: readonly (readonly [string, RegExp])[]): AskQuestion[] =>
  rows.map(([text, answer]) => ({ video, kind: 'computed', text, wanted: [], answer }));
/** Questions without an answer. */
export const unanswerable = (video: AskQuestion['video'], texts: readonly string[]): AskQuestion[] =>
  texts.map((text) => ({ video, kind: 'none', text, wanted: [], answer: /^$/ }));

/** Written before anything was tuned. */
const LISTS: readonly (readonly AskQuestion[])[] = [
  passages('news', [
    ['Why will the bridge be closed?', 'Engineers found|The old bridge', /crack/i],
    ['How much money was approved for the repair?', 'The city council', /forty-two million|42 million/i],
    ['How long will the bridge be closed?', 'The old bridge', /eight months|8 months/i],
    ['Where can pedestrians cross the river?', 'Cyclists and people', /ferry/i],
    ['Who is the mayor?', 'That was mayor|LINDA MOSS', /Moss/],
    ['Was anybody hurt?', 'Nobody was hurt', /nobody|no one|no\b/i],
    ['What do the shops get?', 'We will pay the shops', /three thousand|3,?000/i],
    ['How many beds does the hospital have?', 'In health news|NEW HOSPITAL', /one hundred and twenty|120/i],
    ['Why is the children’s ward not open yet?', 'The children’s ward', /heating/i],
    ['ban on cigarettes in public places', 'Smoking in parks', /smok/i],
    ['What is the fine for smoking?', 'Anyone who lights', /eighty|80/i],
    ['Who won the cup final?', 'Now sports|ROVERS', /Rovers/],
    ['Who scored the goals?', 'Striker Diego', /Alvarez/],
    ['What will the weather be like on Sunday?', 'On Sunday', /thunderstorm/i],
    ['Wie wird das Wetter am Sonntag?', 'On Sunday', /thunderstorm|gewitter/i],
    ['Wer hat die Tore geschossen?', 'Striker Diego', /Alvarez/],
    [
      'And how much does it cost?',
      'The city council',
      /forty-two million|42 million/i,
      'What is said about the repair of the bridge?',
    ],
    ['What did the coach say?', 'Coach Helen', /without fear/i],
    ['What did the mayor say about safety?', 'I understand', /safety comes first/i],
    ['What happens at 2:24?', 'Goalkeeper Sam', /Whitlock|knee/i],
  ]),
  computed('news', [
    ['How long is the video?', /5 min/],
    ['How many shots are there?', /\b9 shots/],
    ['How many cuts are there?', /\b8 cuts/],
    ['How often is the word bridge said?', /once|1 time/],
    ['Which topics are covered?', /bridge[\s\S]*Health[\s\S]*Sports/],
    ['Who speaks?', /Anna Berg[\s\S]*Tom Reyes/],
    ['What phone number is shown?', /0555/],
  ]),
  unanswerable('news', [
    'Who won the tennis final?',
    'What was the stock market index today?',
    'What song is playing in the background?',
    'What does the astronaut say?',
    'How much does the new airport cost?',
    'What did the president say about the election?',
    'Is there a giraffe?',
    'Which recipe is explained?',
    'Who was arrested by the police?',
    'When was the bridge built?',
    'How old is the goalkeeper?',
    'Was sagte der Bundeskanzler?',
    'What is the name of the ferry?',
  ]),
  passages('reading', [
    ['Who wrote the novel?', 'So this is how', /Dickens/],
    [
      'What is the repetition of words at the beginning of sentences called?',
      'This figure of speech|Anaphora',
      /anaphora/i,
    ],
    ['In which cities does the story take place?', 'The novel plays', /London[\s\S]*Paris/],
    ['How was the book first published?', 'It first appeared', /weekly|magazine/i],
    ['What did one issue cost?', 'A single issue|All the Year', /two pence|2 d/i],
    ['How long was the doctor in prison?', 'The doctor in the story', /eighteen|18/],
    ['Who is Lucie?', 'His daughter Lucie', /daughter/i],
    ['What does the doctor do when he is afraid?', 'In prison he learned', /shoes/i],
    ['What is the homework?', 'Please read the first', /five chapters|essay/i],
    ['Is there a written exam?', 'We will not have', /not|no\b|essay/i],
    ['When are the office hours?', 'If you have questions', /Wednesday/],
    ['Why does the author use opposites?', 'Because he wants|Why does he', /torn|society|rich/i],
    ['How should one handle the valuable copy?', 'I brought a first', /glove/i],
    ['How much is the first edition worth?', 'It is insured', /twelve thousand|12,?000/i],
    ['Who digs up dead bodies?', 'Jerry Cruncher', /Cruncher/],
    ['Who gives the next lecture?', 'Next week|Prof. Ines', /Duarte/],
    ['When does the lecture start?', 'The lecture starts', /10[:∶]45/],
    ['And when does it end?', 'The lecture starts', /11[:∶]20/, 'When does the lecture start?'],
    ['Wie lange saß der Arzt im Gefängnis?', 'The doctor in the story', /eighteen|achtzehn|18/i],
    ['Wann ist der Aufsatz fällig?', 'Essay: 2000', /14/],
  ]),
  computed('reading', [
    ['How long is the video?', /4 min/],
    ['How many shots are there?', /\b6 shots/],
    ['How often is "it was" said?', /\b9 times/],
    ['When does applause occur?', /03:40/],
    ['How many chapters are there?', /4 chapters/],
    ['When is a laptop first seen?', /02:20/],
    ['Is there laughter?', /03:16/],
  ]),
  unanswerable('reading', [
    'Who directed the movie version?',
    'What does the speaker say about Shakespeare?',
    'How many pages does the novel have?',
    'What is the capital of Peru?',
    'Which car does the professor drive?',
    'When was the author born?',
    'Where does the flood happen?',
    'What is the password of the wifi?',
    'Who is the captain of the ship?',
    'What did the students eat?',
    'Welche Temperatur hat der Ofen?',
    'Why was the flight delayed?',
    'Does anyone mention Tokyo?',
  ]),
  passages('bees', [
    ['Wie viele Bienenvölker hat sie?', 'Im Moment sind es', /siebenunddreißig|37/i],
    ['Wann hat sie mit der Imkerei angefangen?', 'Angefangen habe', /2009/],
    ['Warum sterben die Bienen?', 'Schuld daran', /Varroa/],
    ['Womit werden die Bienen behandelt?', 'Wir behandeln', /Ameisensäure/],
    ['Was kostet das große Glas?', 'Das große Glas', /sieben Euro|7,50/i],
    ['Wo kann man den Honig kaufen?', 'Im Supermarkt', /Wochenmarkt|Hofladen/],
    ['Wie alt wird eine Königin?', 'Eine Königin lebt', /fünf|5/i],
    ['Wie viele Eier legt die Königin?', 'Die Königin legt', /zweitausend|2\.?000/i],
    ['Ist sie allergisch?', 'Ja, fast jeden', /nicht|nein/i],
    ['Wer musste ins Krankenhaus?', 'Mein Mann Peter', /Peter/],
    ['Wozu dient der Rauch?', 'Mit dem Rauch', /beruhig/i],
    ['Wie viel Honig wurde letztes Jahr geerntet?', 'Im letzten Jahr', /achthundert|800/i],
    ['Was hält sie von Insektenhotels?', 'Viele Leute', /nutzlos/i],
    ['Was soll man statt Insektenhotels tun?', 'Besser wäre', /Rasen|Wildblumen/],
    ['Wie lange dauert der Kurs?', 'Machen Sie zuerst', /Jahr/],
    ['Was eröffnet im Herbst?', 'Im Herbst', /Museum/],
    ['Was kostet der Eintritt?', 'Der Eintritt', /frei/i],
    ['Und das kleine?', 'Das große Glas', /vier Euro|4 Euro/i, 'Was kostet das große Glas Honig?'],
    ['How many eggs does the queen lay per day?', 'Die Königin legt', /zweitausend|2,?000|two thousand/i],
    ['When is the shop open?', 'HOFLADEN', /9-17/],
  ]),
  computed('bees', [
    ['Wie lang ist das Video?', /4 min 20/],
    ['Wie viele Shots gibt es?', /\b8 Shots/],
    ['Wann ist ein Hund zu sehen?', /01:00[\s\S]*03:40/],
    ['Wie oft sagt jemand Honig?', /\b2-mal/],
    ['Wer spricht?', /Marta Vogel[\s\S]*Jonas Lind/],
    ['Welche Themen gibt es?', /Völker[\s\S]*Honig und Bienen/],
  ]),
  unanswerable('bees', [
    'Wer ist der Bürgermeister?',
    'Wie heißt der Hund?',
    'Welches Auto fährt die Imkerin?',
    'Was sagt sie über Pferde?',
    'Wie wird das Wetter morgen?',
    'Wer hat das Fußballspiel gewonnen?',
    'Wo wurde die Imkerin geboren?',
    'Wie hoch ist die Miete?',
    'Welcher Film läuft im Kino?',
    'Wann startet die Rakete?',
    'What does the pilot announce?',
    'Kommt ein Elefant vor?',
    'Wer spielt Klavier?',
    'Welche Medikamente nimmt der Patient?',
  ]),
];

export const QUESTIONS_IN_USE: readonly AskQuestion[] = LISTS.flat();
