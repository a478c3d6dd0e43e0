/** A question after another, and whether it can only be understood with it. */
export interface QuestionPair {
  before: string;
  text: string;
  isFollowUp: boolean;
}

const pair =
  (isFollowUp: boolean) =>
  ([before, text]: readonly [string, string]): QuestionPair => ({ before, text, isFollowUp });

/** Pairs by which the rules were written. */
export const KNOWN_PAIRS: readonly QuestionPair[] = [
  ...(
    [
      ['Which brands appear?', 'What is this video about?'],
      ['Which brands appear?', 'Where is the bridge?'],
      ['Where is the red car?', 'When does the train arrive?'],
      ['Which sounds are heard?', 'Who speaks about the budget?'],
      ['Where is the dog?', 'Is there a cat?'],
      ['Where is the dog?', 'How many people are there?'],
      ['What does the sign say?', 'Why does the engine stop?'],
      ['Which brands appear?', 'After the goal, who celebrates?'],
      ['Which brands appear?', 'When does the man say that he is tired?'],
      ['Which brands appear?', 'Which player loses his helmet?'],
      ['Where is the red car?', 'Is there a house that is blue?'],
      ['Where is the red car?', 'And who presents the quarterly numbers?'],
      ['Welche Marken kommen vor?', 'Worum geht es in diesem Video?'],
      ['Welche Marken kommen vor?', 'Wann fährt der Zug ab?'],
      ['Wo ist der Hund?', 'Gibt es eine Katze?'],
      ['Wo ist der Hund?', 'Wer spricht über das Budget?'],
      ['Wo ist das rote Auto?', 'Was macht der Mann mit seinem Koffer?'],
      ['Wo ist das rote Auto?', 'Können Sie mir die Brücke zeigen?'],
      ['Welche Geräusche hört man?', 'Warum lacht das Kind?'],
      ['Welche Geräusche hört man?', 'Und welche Logos sind zu sehen?'],
    ] as const
  ).map(pair(false)),
  ...(
    [
      ['Where is the red car?', 'And in the second half?'],
      ['Where is the red car?', 'What color is it?'],
      ['Where is the red car?', 'And after that?'],
      ['Who is the speaker?', 'What does she say about taxes?'],
      ['Who is the speaker?', 'What is her name?'],
      ['When does the train arrive?', 'Why?'],
      ['When does the train arrive?', 'What happens then?'],
      ['Where is the bridge?', 'What happens there?'],
      ['Where is the dog?', 'What about the cat?'],
      ['Which cars are shown?', 'Which one is red?'],
      ['Who mentions the merger?', 'When did he do that?'],
      ['Which brands appear?', 'How often are they shown?'],
      ['Wo ist das rote Auto?', 'Und in der zweiten Hälfte?'],
      ['Wo ist das rote Auto?', 'Wer fährt es?'],
      ['Wer ist die Sprecherin?', 'Was sagt sie über Steuern?'],
      ['Wann fährt der Zug ab?', 'Und danach?'],
      ['Wann fährt der Zug ab?', 'Warum?'],
      ['Wo ist die Brücke?', 'Was passiert dort?'],
      ['Wo ist der Hund?', 'Welche Farbe hat er?'],
      ['Wer spricht über das Budget?', 'Wie oft macht er das?'],
    ] as const
  ).map(pair(true)),
];

/** Pairs written before the rules and not used to write them. */
export const HELD_OUT_PAIRS: readonly QuestionPair[] = [
  ...(
    [
      ['Who wears a helmet?', 'What text is on the slides?'],
      ['Who wears a helmet?', 'Does anybody mention Tokyo?'],
      ['What is on the table?', 'When is there applause?'],
      ['What is on the table?', 'Where do the children play football?'],
      ['Is there music?', 'Are there any animals in this film?'],
      ['Is there music?', 'What does the mayor promise to her voters?'],
      ['How many goals are scored?', 'Who opens the door while the phone rings?'],
      ['How many goals are scored?', 'Before the interview starts, what is shown on the screen?'],
      ['Which languages are spoken?', 'But is the building on fire at some point?'],
      ['Which languages are spoken?', 'When do the players show that they are angry?'],
      ['What do the signs say?', 'Show me all the scenes with snow'],
      ['Where is the harbor?', 'Why is the crowd leaving?'],
      ['Wer trägt einen Helm?', 'Welcher Text steht auf den Folien?'],
      ['Wer trägt einen Helm?', 'Wann hört man Applaus?'],
      ['Was liegt auf dem Tisch?', 'Erwähnt jemand Tokio?'],
      ['Was liegt auf dem Tisch?', 'Wo spielen die Kinder Fußball?'],
      ['Gibt es Musik?', 'Wann sagt die Frau, dass sie umziehen will?'],
      ['Gibt es Musik?', 'Was ist das Thema von diesem Film?'],
      ['Wie viele Tore fallen?', 'Warum brennt das Gebäude?'],
      ['Wie viele Tore fallen?', 'Zeig mir alle Szenen mit Schnee'],
    ] as const
  ).map(pair(false)),
  ...(
    [
      ['Who wears a helmet?', 'And a hat?'],
      ['Who wears a helmet?', 'Does he take it off?'],
      ['What is on the table?', 'Who put them on it?'],
      ['What is on the table?', 'How about under the chair?'],
      ['Is there music?', 'When exactly?'],
      ['Is there music?', 'Who plays it?'],
      ['How many goals are scored?', 'And before halftime?'],
      ['How many goals are scored?', 'Are those all from the home team?'],
      ['Which languages are spoken?', 'Which of these is used most?'],
      ['What does the mayor promise?', 'What are his reasons?'],
      ['Where is the harbor?', 'Who else is there with a camera?'],
      ['Where is the harbor?', 'What is seen next?'],
      ['Wer trägt einen Helm?', 'Und einen Hut?'],
      ['Wer trägt einen Helm?', 'Nimmt er ihn ab?'],
      ['Was liegt auf dem Tisch?', 'Wem gehört das?'],
      ['Gibt es Musik?', 'Wann genau?'],
      ['Gibt es Musik?', 'Wer spielt sie?'],
      ['Wie viele Tore fallen?', 'Und vor der Pause?'],
      ['Was verspricht der Bürgermeister?', 'Was sind seine Gründe?'],
      ['Wo ist der Hafen?', 'Was sieht man dabei im Hintergrund?'],
    ] as const
  ).map(pair(true)),
];
