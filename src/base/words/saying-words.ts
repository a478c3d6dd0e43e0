/** Forms of the verbs by which questions ask for what is said, in English and German. */
export const SAYING_WORDS: readonly string[] =
  'say says said saying mention mentions mentioned mentioning sagen sagt sagte gesagt erwähnen erwähnt erwähnte nennt genannt'.split(
    ' ',
  );
