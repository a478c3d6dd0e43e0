/**
 * Reference texts that resemble queries and findings, on subjects as diverse as possible, so that few pairs are
 * related. Changing the list recalibrates every model.
 */
export const MEANINGFUL_TEXTS: readonly string[] = [
  ...'chair|bottle|horse|bus|umbrella|clock|pizza|scissors|boat|backpack|tie|spoon|bird|refrigerator'.split('|'),
  ...'traffic light|teddy bear|laptop|banana|kite|toothbrush'.split('|'),
  ...'Laughter|Silence|Footsteps|Engine running|Birdsong|Thunder|Crying baby|Telephone ringing'.split('|'),
  ...'OPEN|STOP|Page 4|No smoking|Subscribe now|Total: 149.90|Breaking news|Room 12|Menu'.split('|'),
  ...'Nike|Siemens|Anna Kowalski|Berlin|Toyota'.split('|'),
  'A man in a suit stands at a whiteboard',
  'Two people shake hands in an office',
  'A bus drives past a church',
  'Mountains under a cloudy sky',
  'Someone pours coffee into a cup',
  'A hand holds a screwdriver',
  'A girl paints a picture',
  'Shot 7: a kitchen with a table, 3 s',
  'Soldiers march across a square',
  'A fisherman pulls in his net',
  'Thank you very much for coming today',
  'I would like to talk about our plans',
  'Let us move on to the next question',
  'Turn left after the bridge',
  'The court rejected the appeal',
  'You can download the file from our website',
  'She won the gold medal in swimming',
  'My grandmother taught me how to bake bread',
  'The new law comes into force in January',
  'We measured the temperature every ten minutes',
  'The company was founded in 1962',
  'Do not touch the wire while the power is on',
  'He lost his keys on the train',
  'In this lesson we learn how to draw a tree',
  'The vaccine was tested on two thousand people',
  'Sign in with your email address',
  'The goalkeeper was injured',
  'I have never been so happy',
  'The price of oil fell again',
  'Researchers found water on the moon',
  'Mix the flour with the eggs',
  'The bank was robbed in broad daylight',
  'Elections will be held in spring',
  'This engine needs less fuel',
  'Good evening, ladies and gentlemen',
  ...'where do they mention money|red shoes|a fight|who is the owner|how does it work|funny moment'.split('|'),
  ...'the weather|price|contract|holiday|war|doctor|robot|garden|king|ice|school|computer|love|fire|dance'.split('|'),
  ...'winter|police|history of art|religion'.split('|'),
];

/**
 * The same in other languages, on other subjects. They count as meaningful, and not in the density or the spread of
 * similarities, which an English encoder would measure wrongly by them.
 */
export const FOREIGN_TEXTS: readonly string[] = [
  ...'Stuhl|Regenschirm|Flasche|Brücke|Krankenhaus|Wahlen|Miete|Freundschaft|Schrank'.split('|'),
  ...'Vertragsverlängerung|Wohnungssuche|Steuererklärung|Pilze sammeln|Rauchen verboten'.split('|'),
  ...'Guten Abend, meine Damen und Herren|Wo ist der Bahnhof|Der Minister trat gestern zurück'.split('|'),
  ...'Sie hat den Schlüssel vergessen|lachen|schwimmen|müde|Nachrichten'.split('|'),
  ...'parapluie|chaise|grève des enseignants|pompier|fromage|le contrat de location'.split('|'),
  ...'il neige depuis ce matin|bonjour à tous|rire|où est la gare|ouvert tous les jours'.split('|'),
  ...'la tour penche'.split('|'),
  ...'paraguas|silla|huelga|bombero|queso|el contrato de alquiler|nieva desde esta mañana'.split('|'),
  ...'hola a todos|reír|dónde está la estación|abierto todos los días|elecciones'.split('|'),
  ..."ombrello|sedia|sciopero|pompiere|formaggio|il contratto d'affitto|nevica da stamattina".split('|'),
  ..."buongiorno a tutti|ridere|dov'è la stazione|aperto tutti i giorni|elezioni".split('|'),
  ...'guarda-chuva|cadeira|greve|bombeiro|queijo|o contrato de aluguel|está nevando desde cedo'.split('|'),
  ...'olá a todos|rir|onde fica a estação|aberto todos os dias|eleições'.split('|'),
  ...'paraplu|stoel|staking|brandweerman|kaas|het huurcontract|het sneeuwt al sinds vanmorgen'.split('|'),
  ...'hallo allemaal|lachen|waar is het station|elke dag open|verkiezingen'.split('|'),
  ...'parasol|krzesło|strajk|strażak|ser żółty|umowa najmu|od rana pada śnieg|witam wszystkich'.split('|'),
  ...'śmiać się|gdzie jest dworzec|otwarte codziennie|wybory'.split('|'),
  ...'зонт|стул|забастовка|пожарный|сыр|договор аренды|с утра идёт снег|всем привет|смеяться'.split('|'),
  ...'где находится вокзал|открыто ежедневно|выборы'.split('|'),
  ...'şemsiye|sandalye|grev|itfaiyeci|peynir|kira sözleşmesi|sabahtan beri kar yağıyor'.split('|'),
  ...'herkese merhaba|gülmek|istasyon nerede|her gün açık|seçimler'.split('|'),
  ...'مظلة|كرسي|إضراب|رجل إطفاء|جبن|عقد الإيجار|يتساقط الثلج منذ الصباح|مرحبا بالجميع|يضحك'.split('|'),
  ...'أين المحطة|مفتوح يوميا|انتخابات'.split('|'),
  ...'傘|椅子|ストライキ|消防士|チーズ|賃貸契約|今朝から雪が降っている|皆さんこんにちは|笑う|駅はどこですか|毎日営業|選挙'.split(
    '|',
  ),
  ...'우산|의자|파업|소방관|치즈|임대 계약|아침부터 눈이 온다|여러분 안녕하세요|웃다|역이 어디예요|매일 영업|선거'.split(
    '|',
  ),
  ...'雨伞|椅子|罢工|消防员|奶酪|租房合同|今天早上开始下雪|大家好|笑|车站在哪里|每天营业|选举'.split('|'),
];

/** Random keystrokes and other text without meaning. */
export const MEANINGLESS_TEXTS: readonly string[] = [
  ...'hjkfd sdf|qwer asdf|zzz xx yy|blah blah|lkjh|x|77 13|wug zib|bnmv|foo bar|...|tgrmp|sdfg sdfg|poiu|yxcv'.split(
    '|',
  ),
  ...'dkfjgh|vbnm|ghjk|wqeqwe|kjhg fds|aaa bbb|qqq'.split('|'),
];

/**
 * Invented words and names, of which a text encoder knows little more than that; a text-image model may know what they
 * look like.
 */
export const UNKNOWN_TEXTS: readonly string[] = [
  ...'grumfle|splork|vizzle|tornak|quibbit|plimsy|drabnel|foozle|krantz|mizzop|blenk|trovig|shlumpf|zanthor|wexley|nurgle'.split(
    '|',
  ),
  ...'Nowak|Fernandez|Lindqvist|Okafor|Nakamura|Chatterjee|Dubois|MacGregor|Ivanova|Rosenberg|Santorini|Abernathy'.split(
    '|',
  ),
  ...'Osaka|Caracas|Helsinki|Kinshasa|Rotterdam|Karachi|Winnipeg|Antananarivo|Gdansk|Marrakesh|Honolulu|Tbilisi'.split(
    '|',
  ),
  ...'Volkswagen|Samsung|Unilever|Mozart|Nietzsche|Gandhi|Dostoevsky|Everest|Zanzibar|Beethoven|Merkel|Pfizer'.split(
    '|',
  ),
];
