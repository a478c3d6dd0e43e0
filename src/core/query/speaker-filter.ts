/** A speaker filter: `speaker:Anna`, or `speaker:"Anna Meier"`. */
const SPEAKER = /(?:^|\s)(?:speaker|sprecher):(?:["“”„«»]([^"“”„«»]+)["“”„«»]|(\S+))/giu;

/** Separates the speaker filter from a search text. @returns `speaker` null without one */
export function readSpeakerFilter(text: string): { text: string; speaker: string | null } {
  let speaker: string | null = null;
  const rest = text.replace(SPEAKER, (_, quoted?: string, word?: string) => {
    speaker = (quoted ?? word)!.trim();
    return ' ';
  });
  return { text: rest.trim(), speaker };
}
