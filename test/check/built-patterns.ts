/**
 * Files that build regular expressions at run time, with the expressions or examples of them: the check of linear time
 * finds only literals.
 */
export const BUILT_PATTERNS: Record<string, readonly { source: string; flags: string }[]> = {
  'base/words/read-words.ts': [
    {
      source:
        '\\p{RI}\\p{RI}|[\\p{Extended_Pictographic}--[©]](?:[\\uFE0E]|\\u200D\\p{Extended_Pictographic})*|[[\\p{L}\\p{N}]&&\\p{Script=Han}]+|[[\\p{L}\\p{N}]--\\p{Script=Han}]+',
      flags: 'gv',
    },
  ],
  // On a sentence of at most 2000 characters, and on 200 around a quotation.
  'core/claims/sayers.ts': [],
  'core/texts/stated-dates.ts': [
    {
      source:
        '(?<![\\p{L}\\p{N}])(?:the\\s{1,3})?(?:\\d{1,2}\\.?|first)\\s{1,3}(?:of\\s{1,3})?(?:may|mai)\\.?(?!\\p{L})',
      flags: 'giu',
    },
  ],
  'core/transcript/tokens.ts': [
    { source: '[\\p{P}\\p{S}]*\\p{sc=Thai}\\p{M}*[[\\p{P}\\p{S}]--\\p{Ps}]*|[\\S--\\p{sc=Thai}]+', flags: 'gv' },
    { source: '\\p{sc=Thai}[\\p{P}\\p{S}]*$', flags: 'v' },
  ],
  // Letters of one word, anchored.
  'db/text-index/stem.ts': [{ source: '^([^aeiou][^aeiouy]*)?[aeiouy][aeiou]*[^aeiou][^aeiouy]*', flags: '' }],
  'models/speech/whisper-cpp/tokens.ts': [{ source: '(?:a|b)(?=\\s|$)', flags: 'uy' }],
  'modules/keywords/write.ts': [{ source: 'a[^\\p{L}\\p{N}]+b[^\\p{L}\\p{N}]+c', flags: 'iu' }],
  'renderer/app/routes.tsx': [{ source: '^/videos(?:/[^/]+)?$', flags: '' }],
  'server/chat/attribution/citations.ts': [{ source: '\\0(?:[\\s,;–—-]{0,8}\\0)*', flags: 'g' }],
  'server/chat/attribution/references.ts': [
    {
      source:
        '(?:\\*\\*)?[[(](?<enclosed>(?:V\\d{1,3}[\\s,:]{1,2})?#\\d{1,6}(?:(?:(?:[\\s,;&–-]|and|und){1,5}#?|#)\\d{1,6})*)[\\])](?:\\*\\*)?|(?<![\\p{L}\\p{N}&#])#(?<bare>\\d{1,6})(?=\\s{0,2}(?:$|[.,;:!?)\\]#\\n]))',
      flags: 'gu',
    },
  ],
  // The last is on at most 40 words.
  'server/checks/qualifiers.ts': [
    { source: "(?<![\\p{L}’'])(?:not|\\p{L}+n['’]t|kein\\p{L}{0,2})(?![\\p{L}’'])", flags: 'giu' },
    { source: '^[\\s,–—-]*(?:(?:and|but)\\s+)?(?:if|unless)(?!\\p{L})', flags: 'iu' },
  ],
  // Patterns of the document's own schemas, on its own examples.
  'server/http/docs/example-of.ts': [],
  'server/http/middleware/allowed-methods.ts': [{ source: '^/media/videos/[^/]+/.+$', flags: '' }],
};
