/**
 * Returns the stem of an English word by M. F. Porter's algorithm ("An algorithm for suffix stripping", Program 14(3),
 * 1980): `running`, `runs` → `run`. `word` must be lowercase; characters other than a-z are unchanged, so words of
 * other languages are kept.
 */
export function stem(word: string): string {
  if (word.length < 3 || !/^[a-z]+$/.test(word)) return word;
  return step5(step4(step3(step2(step1c(step1b(step1a(word)))))));
}

const CONSONANT = '[^aeiou]';
const VOWEL = '[aeiouy]';
const CONSONANTS = `${CONSONANT}[^aeiouy]*`;
const VOWELS = `${VOWEL}[aeiou]*`;
/** Porter's m: the number of vowel-consonant pairs in the stem. */
const MEASURE_ABOVE_0 = new RegExp(`^(${CONSONANTS})?${VOWELS}${CONSONANTS}`);
const MEASURE_1 = new RegExp(`^(${CONSONANTS})?${VOWELS}${CONSONANTS}(${VOWELS})?$`);
const MEASURE_ABOVE_1 = new RegExp(`^(${CONSONANTS})?${VOWELS}${CONSONANTS}${VOWELS}${CONSONANTS}`);
const HAS_VOWEL = new RegExp(`^(${CONSONANTS})?${VOWEL}`);
const ENDS_CVC = new RegExp(`^${CONSONANTS}${VOWEL}[^aeiouwxy]$`);

const STEP_2: readonly [string, string][] = Object.entries({
  ational: 'ate',
  tional: 'tion',
  enci: 'ence',
  anci: 'ance',
  izer: 'ize',
  bli: 'ble',
  alli: 'al',
  entli: 'ent',
  eli: 'e',
  ousli: 'ous',
  ization: 'ize',
  ation: 'ate',
  ator: 'ate',
  alism: 'al',
  iveness: 'ive',
  fulness: 'ful',
  ousness: 'ous',
  aliti: 'al',
  iviti: 'ive',
  biliti: 'ble',
  logi: 'log',
});
const STEP_3: readonly [string, string][] = Object.entries({
  icate: 'ic',
  ative: '',
  alize: 'al',
  iciti: 'ic',
  ical: 'ic',
  ful: '',
  ness: '',
});
const STEP_4 = /(?:al|ance|ence|er|ic|able|ible|ant|ement|ment|ent|ou|ism|ate|iti|ous|ive|ize)$/;

function step1a(word: string): string {
  if (/(?:ss|i)es$/.test(word)) return word.slice(0, -2);
  return /[^s]s$/.test(word) ? word.slice(0, -1) : word;
}

function step1b(word: string): string {
  if (word.endsWith('eed')) return MEASURE_ABOVE_0.test(word.slice(0, -3)) ? word.slice(0, -1) : word;
  const base = /^(.+)(?:ed|ing)$/.exec(word)?.[1];
  if (base === undefined || !HAS_VOWEL.test(base)) return word;
  if (/(?:at|bl|iz)$/.test(base)) return `${base}e`;
  if (/([^aeiouylsz])\1$/.test(base)) return base.slice(0, -1);
  return ENDS_CVC.test(base) ? `${base}e` : base;
}

function step1c(word: string): string {
  return word.endsWith('y') && HAS_VOWEL.test(word.slice(0, -1)) ? `${word.slice(0, -1)}i` : word;
}

function replaceSuffix(word: string, table: readonly [string, string][]): string {
  const entry = table.find(([suffix]) => word.endsWith(suffix));
  if (!entry) return word;
  const base = word.slice(0, -entry[0].length);
  return MEASURE_ABOVE_0.test(base) ? base + entry[1] : word;
}

function step2(word: string): string {
  return replaceSuffix(word, STEP_2);
}

function step3(word: string): string {
  return replaceSuffix(word, STEP_3);
}

function step4(word: string): string {
  const suffix = STEP_4.exec(word)?.[0] ?? /(?<=[st])ion$/.exec(word)?.[0];
  if (suffix === undefined) return word;
  const base = word.slice(0, -suffix.length);
  return MEASURE_ABOVE_1.test(base) ? base : word;
}

function step5(word: string): string {
  let result = word;
  if (result.endsWith('e')) {
    const base = result.slice(0, -1);
    if (MEASURE_ABOVE_1.test(base) || (MEASURE_1.test(base) && !ENDS_CVC.test(base))) result = base;
  }
  return result.endsWith('ll') && MEASURE_ABOVE_1.test(result) ? result.slice(0, -1) : result;
}
