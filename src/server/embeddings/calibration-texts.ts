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
