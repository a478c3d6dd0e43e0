import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { SegmentData } from '../../src/contract/analysis/segment.ts';
import { speaker, video } from './ask-videos.ts';
import { mediaFolder } from './media-folder.ts';

type Line = readonly [start: number, end: number, content: string, data?: SegmentData];

/** Lines of a speech, three seconds each. */
const lines = (text: string, by: SegmentData): Line[] =>
  text
    .trim()
    .split('\n')
    .map((content, i): Line => [i * 4, i * 4 + 3.5, content.trim(), by]);

const LINCOLN = speaker('S1', 'Abraham Lincoln');
const KENNEDY = speaker('S1', 'John Kennedy');
const READER = speaker('S1', 'Ruth Golding');

/** Abraham Lincoln, 1863. */
export const GETTYSBURG = video('gettysburg.mp4', 120, {
  transcription: lines(
    `Four score and seven years ago our fathers brought forth on this continent, a new nation,
    conceived in Liberty, and dedicated to the proposition that all men are created equal.
    Now we are engaged in a great civil war, testing whether that nation, or any nation so conceived and so dedicated, can long endure.
    We are met on a great battle-field of that war.
    We have come to dedicate a portion of that field, as a final resting place for those who here gave their lives that that nation might live.
    It is altogether fitting and proper that we should do this.
    But, in a larger sense, we can not dedicate, we can not consecrate, we can not hallow this ground.
    The brave men, living and dead, who struggled here, have consecrated it, far above our poor power to add or detract.
    The world will little note, nor long remember what we say here, but it can never forget what they did here.
    It is for us the living, rather, to be dedicated here to the unfinished work which they who fought here have thus far so nobly advanced.`,
    LINCOLN,
  ),
  ocr: [[0, 20, 'The Gettysburg Address, 1863']],
});

/** John F. Kennedy, 1961. */
export const INAUGURAL = video('inaugural-1961.mp4', 120, {
  transcription: lines(
    `We observe today not a victory of party but a celebration of freedom, symbolizing an end as well as a beginning.
    The world is very different now.
    For man holds in his mortal hands the power to abolish all forms of human poverty and all forms of human life.
    Let the word go forth from this time and place, to friend and foe alike, that the torch has been passed to a new generation of Americans.
    Let every nation know that we shall pay any price, bear any burden, meet any hardship.
    If a free society cannot help the many who are poor, it cannot save the few who are rich.
    Let us never negotiate out of fear.
    But let us never fear to negotiate.
    All this will not be finished in the first one hundred days.
    Nor will it be finished in the first one thousand days, nor in the life of this administration.
    And so, my fellow Americans, ask not what your country can do for you, ask what you can do for your country.`,
    KENNEDY,
  ),
  ocr: [[0, 20, 'Inaugural Address, January 20, 1961']],
});

const [MORAN, WEISS] = [speaker('S1', 'Elena Moran'), speaker('S2', 'Peter Weiss')];
/** A newscast, written for the used half. */
export const HARBOR = video('harbor-debate.mp4', 120, {
  transcription: [
    [0, 4, 'I do not think that the harbor should be sold to investors.', MORAN],
    [4, 8, 'If the county pays its share, we will build the ferry terminal next spring.', MORAN],
    [8, 12, 'We will reopen the fish market unless the inspectors find asbestos.', MORAN],
    [12, 16, 'Nobody in my party believes that the port can survive without dredging.', MORAN],
    [17, 21, 'It would be wrong to say that the dock workers have abandoned the city.', WEISS],
    [21, 25, 'The union will accept the new shifts only if every contract is renewed.', WEISS],
    [25, 29, 'I never promised that the cranes would be replaced this year.', WEISS],
    [29, 33, 'The night shift will end in March. That is not true for the weekend crews, of course.', WEISS],
    [34, 38, 'Wir werden den Hafen nicht verkaufen, solange ich Bürgermeisterin bin.', MORAN],
    [38, 42, 'Falls der Bund zustimmt, bauen wir eine neue Brücke über den Kanal.', MORAN],
    [43, 47, 'The terminal will cost eighteen million dollars and open on the third of May.', MORAN],
  ],
  ocr: [
    [0, 16, 'ELENA MORAN, COUNTY COMMISSIONER'],
    [17, 33, 'PETER WEISS, DOCK WORKERS UNION'],
    [34, 47, 'FERRY TERMINAL: $18 MILLION'],
    [48, 55, 'Harbor Day: Saturday, June 14'],
  ],
});

const [ADAMS, KOCH] = [speaker('S1', 'Grace Adams'), speaker('S2', 'Jonas Koch')];
/** A newscast, written for the held-out half. */
export const CLINIC = video('clinic-hearing.mp4', 120, {
  transcription: [
    [0, 4, 'Nothing in this report shows that the clinic ignored its patients.', ADAMS],
    [4, 8, 'Provided the audit is finished in time, the surgery wing opens in October.', ADAMS],
    [8, 12, 'The emergency room stays open around the clock as long as we find enough nurses.', ADAMS],
    [12, 16, 'I deny that the director took money from the insurance company.', ADAMS],
    [17, 21, 'I am not convinced that a private owner would treat everybody equally.', KOCH],
    [21, 25, 'We will sign the agreement tomorrow, but only if the salaries are raised.', KOCH],
    [25, 29, 'The beds were delivered last week. That is false, I have seen the empty rooms.', KOCH],
    [30, 34, 'Ich glaube nicht, dass die Klinik in diesem Jahr geschlossen wird.', KOCH],
    [34, 38, 'Wenn das Land zahlt, stellen wir vierzig Pflegekräfte ein.', KOCH],
    [38, 42, 'Wir unterstützen den Verkauf der Klinik nicht.', KOCH],
    [43, 47, 'The audit costs two point five million euros and ends on the twelfth of September.', ADAMS],
  ],
  ocr: [
    [0, 16, 'GRACE ADAMS, HEALTH DIRECTOR'],
    [17, 42, 'Jonas Koch, Betriebsrat'],
    [43, 47, 'Audit: €2.5 million'],
    [48, 55, 'Hotline 0800 555 0142'],
  ],
});

const TEXT = join(mediaFolder(), '../real-models/two-cities.txt');
/** The transcript of a real reading, where its text is there. */
export const TWO_CITIES = existsSync(TEXT)
  ? video('two-cities.flac', 44, {
      transcription: lines(
        readFileSync(TEXT, 'utf8')
          .trim()
          .replaceAll(/,\s|--/g, (mark) => `${mark.trim().replace('--', ',')}\n`),
        READER,
      ),
    })
  : undefined;
