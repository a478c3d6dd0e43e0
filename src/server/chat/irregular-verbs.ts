import { lazy } from '../../base/lazy.ts';
import { termsOf } from '../../db/text-index/terms.ts';

/** Forms of verbs that share no stem, the infinitive first. Those that are more often another word are left out. */
const VERBS = `
  become became|begin began begun|bite bit bitten|blow blew blown|break broke broken|bring brought|build built|buy bought|
  catch caught|choose chose chosen|come came|dig dug|draw drew drawn|drink drank drunk|drive drove driven|eat ate eaten|
  fall fell fallen|feed fed|feel felt|fight fought|find found|flee fled|fly flew flown|forget forgot forgotten|
  freeze froze frozen|get got gotten|give gave given|go went gone|grow grew grown|hang hung|hear heard|hide hid hidden|
  hold held|keep kept|know knew known|lead led|leave left|lend lent|lose lost|make made|meet met|pay paid|ride rode ridden|
  ring rang rung|run ran|sell sold|send sent|shake shook shaken|shine shone|shoot shot|sing sang sung|sink sank sunk|
  sit sat|sleep slept|speak spoke spoken|spend spent|stand stood|steal stole stolen|stick stuck|strike struck|swear swore sworn|
  swim swam swum|take took taken|teach taught|tear tore torn|think thought|throw threw thrown|understand understood|
  wake woke woken|wear wore worn|win won|write wrote written|
  backen gebacken|beginnen begann begonnen|beißen biss gebissen|bieten bot geboten|bleiben blieb geblieben|brechen brach gebrochen|
  brennen brannte gebrannt|bringen brachte gebracht|denken dachte gedacht|essen aß gegessen|fahren fuhr gefahren|fallen fiel gefallen|
  fangen fing gefangen|finden fand gefunden|fliegen flog geflogen|fliehen floh geflohen|frieren fror gefroren|geben gab gegeben|
  gewinnen gewann gewonnen|gießen goss gegossen|greifen griff gegriffen|helfen half geholfen|kennen kannte gekannt|kommen kam|
  lesen las gelesen|liegen lag gelegen|nehmen nahm genommen|rufen rief gerufen|schießen schoss geschossen|schlafen schlief geschlafen|
  schlagen schlug geschlagen|schließen schloss geschlossen|schneiden schnitt geschnitten|schreiben schrieb geschrieben|
  schwimmen schwamm geschwommen|singen sang gesungen|sinken sank gesunken|sitzen saß gesessen|sprechen sprach gesprochen|
  springen sprang gesprungen|stehen stand gestanden|stehlen stahl gestohlen|steigen stieg gestiegen|sterben starb gestorben|
  tragen trug getragen|treffen traf getroffen|trinken trank getrunken|verlieren verlor verloren|wachsen wuchs gewachsen|
  werfen warf geworfen|ziehen zog gezogen`;

const infinitives = lazy(() => {
  const found = new Map<string, readonly string[]>();
  for (const forms of VERBS.split('|').map((line) => line.trim().split(/\s+/)))
    for (const term of forms.flatMap((form) => termsOf(form)))
      found.set(term, [...(found.get(term) ?? []), `=${forms[0]}`]);
  return found;
});

/** Adds the infinitives of irregular verbs to terms of the index, marked so that they are no terms of other words. */
export const withInfinitives = (terms: readonly string[]): string[] => [
  ...terms,
  ...terms.flatMap((term) => infinitives().get(term) ?? []),
];

/** Infinitives of the irregular verbs among terms, as {@link withInfinitives} marks them. */
export const infinitivesOf = (terms: readonly string[]): string[] =>
  terms.flatMap((term) => infinitives().get(term) ?? []);
