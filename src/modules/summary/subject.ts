import { wordTokens } from '../shared/text/tokens.ts';

/** Kinds of recordings that announce themselves: “in this video …”. */
const KINDS = {
  en: 'video|tutorial|lecture|talk|lesson|episode|session|presentation|report|review|podcast|show|course|workshop|webinar|program|seminar|film|documentary|series',
  de: 'video|tutorial|vorlesung|vortrag|stunde|folge|sitzung|präsentation|bericht|podcast|sendung|kurs|workshop|webinar|seminar|film|dokumentation|beitrag|gespräch|reportage|reihe',
};

/** Beginnings of clauses that state the subject of a whole recording, or introduce its guest, by language. */
const ANNOUNCEMENTS = [
  `(?:in|on) (?:this|today['’]s) (?:\\p{L}+ ){0,2}(?:${KINDS.en})`,
  `(?:this|today['’]s) (?:\\p{L}+ ){0,2}(?:${KINDS.en}) (?:is (?:all )?(?:about|on)|covers|shows|explains|looks at|deals with)`,
  "(?:in|for|over) the next (?:\\p{L}+ ){1,3}(?:we|i)(?:['’]ll| will|['’]m going to| am going to|['’]re going to| are going to)",
  "(?:today|tonight|this (?:morning|evening)|this time),? (?:we|i|you)(?:['’](?:re|m|ll|ve|d))?",
  "i(?:['’]m going to| am going to|['’]ll| will| want to| would like to|['’]d like to) (?:\\p{L}+ )?(?:show|tell|teach|explain|talk|speak|walk|present|introduce|demonstrate|go)",
  "we(?:['’]re going to| are going to|['’]ll| will) (?:\\p{L}+ )?(?:go through|look|talk|discuss|learn|cover|explore|visit|cook|bake|build|make|repair|review|hear|meet)",
  "(?:(?:one|two|three|four|five|several) (?:things|items|points|topics) on|on) (?:the|our|today['’]s) agenda",
  "(?:the|our|my|today['’]s) (?:topic|subject|theme)(?: for| of)?(?: today| tonight)? (?:is|are)",
  '(?:my|our) guests?(?: today| tonight| this week)? (?:is|are)',
  "i(?:['’]m| am) (?:here |talking |speaking |sitting down |joined )+(?:with|to|by|today)",
  '(?:heute|diesmal|heute abend),? (?:geht es um|geht’s um|sprechen|reden|schauen|sehen|zeige|zeigen|wollen|möchte|kochen|backen|bauen|lernen|besuchen|beschäftigen|behandeln|begrüße|ist (?:zu gast|bei)|habe ich)',
  `in (?:diesem|dieser|unserem|unserer|(?:dem|der|unserem|unserer) heutigen) (?:\\p{L}+ ){0,2}(?:${KINDS.de})`,
  'ich (?:zeige|erkläre|erzähle|möchte|will|werde) (?:euch|dir|ihnen|heute)',
  '(?:auf der tagesordnung|auf unserer tagesordnung)',
  '(?:unser|das|mein) (?:heutiges )?thema (?:heute )?(?:ist|sind|lautet)',
  '(?:zu gast|bei mir|bei uns) (?:ist|sind|im studio|heute)',
  "(?:dans cette vidéo|aujourd['’]hui,? (?:nous|on|je)|je vais vous (?:montrer|parler|expliquer|présenter))",
  '(?:en este v[ií]deo|hoy (?:vamos|voy|hablamos|hablaremos|les|os))',
  '(?:in questo video|oggi (?:parliamo|vi|vediamo|parleremo))',
  '(?:neste vídeo|hoje (?:vamos|eu|vou))',
  '(?:in deze video|vandaag (?:gaan|laten|praten|bespreken|ga ik))',
];
/** Of a clause: after its mark or conjunction, or within an item of an agenda. */
const SUBJECT = new RegExp(
  `(?:^|[,;:.!?–—]\\s*|(?<!\\p{L})(?:and|so|und|also|well|okay|y|et|e|en) )(?:(?:and|so|und|also|now|well|okay|y|et|e|en),? )*(?<subject>${ANNOUNCEMENTS.join('|')})(?!\\p{L})`,
  'iu',
);
/** Fewer words announce nothing: “Today we're live.” */
const MIN_WORDS = 6;

/**
 * The part of a sentence that states the subject of a recording: “Hi everyone, in this video I'll show you how to fix a
 * faucet” from “in”. Null if it states none.
 */
export function subjectOf(text: string): string | null {
  const found = SUBJECT.exec(text);
  if (!found) return null;
  const start = found.index + found[0].length - found.groups!['subject']!.length;
  const subject = text.slice(start);
  return wordTokens(subject).length < MIN_WORDS || /[?？]\s*$/u.test(subject) ? null : subject;
}
