import type { NameKind } from '../../contract/analysis/segment.ts';
import { tagEnglish } from '../../models/language/english-tagger.ts';

/** Last words of places: “Dock Street”. */
const PLACE_ENDING =
  /^(?:Avenue|Bay|Beach|Boulevard|Bridge|Castle|County|Forest|Harbou?r|Hill|Hills|Island|Islands|Lake|Lane|Mountains?|Park|River|Road|Square|Station|Street|Valley|Airport)$/;
/** Last words of names that begin like that of a person, such as “Roman Republic” and “Victoria Cross”. */
const THING_ENDING =
  /^(?:Award|Centre|Center|Church|Cross|Cup|Day|Empire|Falls|Festival|Group|House|News|Pro|Prize|Republic|Show|Team|Theatre|Theater|Tower|Trophy|War)$/;
/** Names of persons that are hardly anything else; “Mark” and “Grace” need a last name. */
const SURE_NAMES = ['MaleName', 'FemaleName', 'LastName'];

/**
 * Kind of a name by the given names, places, and companies that the tagger of English knows; most given names are the
 * same in other languages. Undefined for names that it doesn't know.
 */
export async function taggedKind(name: string): Promise<NameKind | undefined> {
  const last = name.split(' ').slice(1).at(-1);
  if (last !== undefined && PLACE_ENDING.test(last)) return 'place';
  const [sentence = []] = await tagEnglish(name);
  const isAll = (tag: string) => sentence.every(({ tags }) => tags?.has(tag));
  if (isAll('Place')) return 'place';
  if (last === undefined && isAll('Organization')) return 'organization';
  if (THING_ENDING.test(last ?? '')) return undefined;
  const [first, second] = sentence.map(({ tags = new Set<string>() }) => tags);
  if (last === undefined) return SURE_NAMES.some((tag) => first?.has(tag)) ? 'person' : undefined;
  const isUnknown = first?.size === 2 && first.has('Noun') && first.has('Singular');
  const isFull = first?.has('FirstName') ? isAll('Person') : isUnknown && second?.has('LastName');
  return isFull ? 'person' : undefined;
}
