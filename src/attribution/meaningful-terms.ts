import { termsOf } from '../db/text-index/terms.ts';
import { languageOf } from './text-language.ts';

/** Words that do not identify anything in the video, stemmed like index terms. */
const STOP_WORDS = new Set(
  termsOf(
    `a about above after again all also am an and any are as at be because been before being below between both but by can
     could did do does doing during each few for from further had has have having he her here hers him his how i if in into
     is it its just like many me more most much my no nor not of off on once only or other our out over own please s same
     say says said she should show shown shows so some such tell than that the their them then there these they thing
     things this those through time to too under until up us very was we were what when where which while who whom whose
     why will with would you your appear appears seen see heard hear mentioned mention moment part find list give exactly
     video clip film movie footage content else happen happens happening happened describe overview summary summarize
     summarise gist everything anything something topic main recap overall point key tldr
     aber alle alles als also am an auch auf aus bei beim bin bitte da dann das dass dem den denn der des die dies diese
     diesem diesen dieser dieses doch dort du ein eine einem einen einer eines er es etwas für gab geht gibt hat ihr im in
     ist ja kann kannst kommen kommt mir mit nach nicht noch nun nur ob oder sehen sich sie sieht sind so steht stehen
     über um und uns vom von vor vorkommen vorkommt war waren warum was wann wenn wer werden welche welchem welchen welcher
     welches wie wieder wird wir wo woran worüber worum wurde wurden zeig zeige zu zum zur zusammenfassung zusammen beschreib
     beschreibe passiert geschieht inhalt thema handelt gezeigt ändert lesen fasse fass überblick übersicht gibts geben
     tauchen taucht auf erscheint erscheinen gesehen`,
  ),
);

/** Matches clock times such as `1:02:03`, in groups of hours, minutes, and seconds. */
export const CLOCK_TIME = /\b(?:(\d{1,2}):)?(\d{1,3}):(\d{2})\b/g;

/** Returns the distinct terms of a text without stop words. Pure. */
export function meaningfulTerms(text: string): string[] {
  const withoutTimes = text.replace(CLOCK_TIME, ' ');
  const terms = termsOf(withoutTimes, 'query');
  const isStopWord = (term: string) => STOP_WORDS.has(term) || (term === 'man' && languageOf(text) === 'de');
  return [...new Set(terms)].filter((term) => !isStopWord(term) && (term.length > 1 || /\p{Lo}/u.test(term)));
}
