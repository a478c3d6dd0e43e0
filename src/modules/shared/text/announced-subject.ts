import { wordTokens } from './tokens.ts';

/** Beginnings of clauses that state the subject of a whole recording, or introduce its guest, by language. */
const ANNOUNCEMENTS = [
  /(?<!\p{L})(?:in|on) (?:this|today['’]s) (?:\p{L}+ ){0,2}(?:video|tutorial|lecture|talk|lesson|episode|session|presentation|report|review|podcast|show|course|workshop|webinar|program|seminar|film|documentary|series)(?!\p{L})/iu,
  /(?<!\p{L})(?:this|today['’]s) (?:\p{L}+ ){0,2}(?:video|tutorial|lecture|talk|lesson|episode|session|presentation|report|review|podcast|show|course|workshop|webinar|program|seminar|film|documentary|series) (?:is (?:all )?(?:about|on)|covers|shows|explains|looks at|deals with)(?!\p{L})/iu,
  /(?<!\p{L})(?:in|for|over) the next (?:\p{L}+ ){1,3}(?:we|i)(?:['’]ll| will|['’]m going to| am going to|['’]re going to| are going to)(?!\p{L})/iu,
  /(?<!\p{L})(?:today|tonight|this (?:morning|evening)|this time),? (?:we|i|you)(?:['’](?:re|m|ll|ve|d))?(?!\p{L})/iu,
  /(?<!\p{L})i(?:['’]m going to| am going to|['’]ll| will| want to| would like to|['’]d like to) (?:\p{L}+ )?(?:show|tell|teach|explain|talk|speak|walk|present|introduce|demonstrate|go)(?!\p{L})/iu,
  /(?<!\p{L})we(?:['’]re going to| are going to|['’]ll| will) (?:\p{L}+ )?(?:go through|look|talk|discuss|learn|cover|explore|visit|cook|bake|build|make|repair|review|hear|meet)(?!\p{L})/iu,
  /(?<!\p{L})(?:\p{L}+ (?:things|items|points|topics) )?on (?:the|our|today['’]s) agenda(?!\p{L})/iu,
  /(?<!\p{L})(?:the|our|my|today['’]s) (?:topic|subject|theme)(?: for| of)?(?: today| tonight)? (?:is|are)(?!\p{L})/iu,
  /(?<!\p{L})(?:my|our) guests?(?: today| tonight| this week)? (?:is|are)(?!\p{L})/iu,
  /(?<!\p{L})i(?:['’]m| am) (?:here |talking |speaking |sitting down |joined )+(?:with|to|by|today)(?!\p{L})/iu,
  /(?<!\p{L})(?:heute|diesmal|heute abend),? (?:geht es um|geht’s um|sprechen|reden|schauen|sehen|zeige|zeigen|wollen|möchte|kochen|backen|bauen|lernen|besuchen|beschäftigen|behandeln|begrüße|ist (?:zu gast|bei)|habe ich)(?!\p{L})/iu,
  /(?<!\p{L})in (?:diesem|dieser|unserem|unserer|(?:dem|der|unserem|unserer) heutigen) (?:\p{L}+ ){0,2}(?:video|tutorial|vorlesung|vortrag|stunde|folge|sitzung|präsentation|bericht|podcast|sendung|kurs|workshop|webinar|seminar|film|dokumentation|beitrag|gespräch|reportage|reihe)(?!\p{L})/iu,
  /(?<!\p{L})ich (?:zeige|erkläre|erzähle|möchte|will|werde) (?:euch|dir|ihnen|heute)(?!\p{L})/iu,
  /(?<!\p{L})(?:auf (?:der|unserer) tagesordnung|(?:unser|das|mein) (?:heutiges )?thema (?:heute )?(?:ist|sind|lautet)|(?:zu gast|bei mir|bei uns) (?:ist|sind|im studio|heute))(?!\p{L})/iu,
  /(?<!\p{L})(?:dans cette vidéo|aujourd['’]hui,? (?:nous|on|je)|je vais vous (?:montrer|parler|expliquer|présenter))(?!\p{L})/iu,
  /(?<!\p{L})(?:en este v[ií]deo|hoy (?:vamos|voy|hablamos|hablaremos|les|os))(?!\p{L})/iu,
  /(?<!\p{L})(?:in questo video|oggi (?:parliamo|vi|vediamo|parleremo))(?!\p{L})/iu,
  /(?<!\p{L})(?:neste vídeo|hoje (?:vamos|eu|vou))(?!\p{L})/iu,
  /(?<!\p{L})(?:in deze video|vandaag (?:gaan|laten|praten|bespreken|ga ik))(?!\p{L})/iu,
];
/** A clause begins after its mark or conjunction. */
const CLAUSE_START = /(?:^|[,;:.!?–—]|(?<!\p{L})(?:and|so|now|well|okay|und|also|y|et|e|en))[\s"“„«]*$/iu;
/** Fewer words announce nothing: “Today we're live.” */
const MIN_WORDS = 6;

/**
 * The part of a sentence that states the subject of a recording: “Hi everyone, in this video I'll show you how to fix a
 * faucet” from “in”. Null if it states none.
 */
export function subjectOf(text: string): string | null {
  const starts = ANNOUNCEMENTS.map((announcement) => text.search(announcement));
  const [first] = starts.filter((at) => at >= 0 && CLAUSE_START.test(text.slice(0, at))).sort((a, b) => a - b);
  const subject = first === undefined ? '' : text.slice(first);
  return wordTokens(subject).length < MIN_WORDS || /[?？]\s*$/u.test(subject) ? null : subject;
}
