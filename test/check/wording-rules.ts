/** Where a rule applies. `identifier`: names in code; `string`: texts in code; `document`: files that are not code. */
export const WORDING_KINDS = ['comment', 'string', 'identifier', 'document'] as const;
export type WordingKind = (typeof WORDING_KINDS)[number];

/** A phrase that the style guide bans. */
export interface WordingRule {
  /** Without flags; matched case-insensitively, a space standing for any white space. */
  pattern: string;
  /** Replacement, for the message. */
  instead: string;
  kinds: readonly WordingKind[];
}

const PROSE = ['comment', 'string', 'document'] as const;
const EXPLANATION = ['comment', 'document'] as const;

const spelling = (pattern: string, instead: string): WordingRule => ({ pattern, instead, kinds: WORDING_KINDS });
const phrase = (pattern: string, instead: string): WordingRule => ({ pattern, instead, kinds: PROSE });
const inComments = (pattern: string, instead: string): WordingRule => ({ pattern, instead, kinds: EXPLANATION });

/** American spelling. Parts of words, so that they are found in identifiers as well. */
const SPELLING = [
  spelling('colour', 'color'),
  spelling('analys(?=e(?!s)|ing)', 'analyz-'),
  spelling('catalyse', 'catalyze'),
  spelling('licence', 'license'),
  spelling('behaviour', 'behavior'),
  spelling('favour', 'favor'),
  spelling('honour', 'honor'),
  spelling('neighbour', 'neighbor'),
  spelling('flavour', 'flavor'),
  spelling('(?<![a-z])grey', 'gray'),
  spelling('centre(?!s? pompidou)', 'center'),
  spelling('artefact', 'artifact'),
  spelling('cancell(?=ed|ing)', 'cancel- with a single l'),
  spelling('catalogue', 'catalog'),
  spelling('judgement', 'judgment'),
  spelling('programme(?!r|d)', 'program'),
  spelling('defence', 'defense'),
  spelling('whilst', 'while'),
  spelling('(label|model|travel|signal|channel|tunnel|level|total)l(ed|ing)\\b', 'a single l'),
  spelling(
    '(capital|custom|emphas|final|general|initial|local|maxim|minim|modern|normal|optim|organ|priorit|quant|real|recogn|sanit|serial|special|stabil|standard|summar|synchron|token|util|visual|vector|categor|character|memor|apolog)is(?=e|ing|ation)(?!es? noise)',
    '-ize',
  ),
];

/** Phrases of a literal translation, and mannerisms. */
const PHRASES = [
  phrase('\\banew\\b', 'again'),
  phrase('(?<!there )\\b(is|are) none\\b', 'is not a …, has no …'),
  phrase('\\bin the place of\\b', 'instead of'),
  phrase('\\bby (itself|themselves)\\b', 'automatically, on its own, alone'),
  phrase('\\b(let|lets|letting) go\\b', 'release, released'),
  phrase('\\b(go|goes|going) without\\b', 'has no, lacks, omits'),
  phrase('\\bmany a\\b', 'many'),
  phrase('\\bso that nobody\\b', 'so that no …'),
  phrase('\\btold of\\b', 'informed about, notified of'),
  phrase('\\bof before\\b', 'existing, earlier'),
  phrase('\\bborne out\\b', 'verified, supported'),
  phrase('\\bunasked\\b', 'without a request'),
  phrase('\\b(is|are|was|were) to be had\\b', 'available'),
  phrase('\\bin mid-job\\b', 'during a job'),
  phrase('\\bcleared away\\b', 'deleted'),
  phrase('\\bas it stands\\b', 'unchanged, literally'),
  phrase('\\b(take|takes|taken) for dead\\b', 'considered closed, considered unavailable'),
  // A noun clause instead of a verb or a noun.
  inComments('^(/\\*\\*|//|\\s|\\*)*What (?!.*\\?)', 'a verb in the third person or a noun phrase'),
  inComments('@(returns|param \\w+) what\\b', 'a noun phrase'),
  // Software returns, reports, indicates, detects, or expects.
  // `hears:` is a field of the query language.
  inComments('\\b(?<![.`])hears\\b(?!:)|\\btells\\b', 'returns, reports, receives, distinguishes'),
  inComments('\\bsays\\b', 'returns, states, reports, indicates'),
  inComments('\\b(is|are|was|were|be|been) (told|heard)\\b', 'receives, is reported, is recognized'),
  inComments('\\b(is|are) said (?!to\\b)', 'is reported'),
];

/** Names of limits. */
const LIMITS: WordingRule = {
  pattern: '^(LEAST|MOST|SHORTEST|LONGEST|SMALLEST|LARGEST|PATIENCE)_',
  instead: 'MIN_, MAX_, _TIMEOUT_MS, _LIMIT',
  kinds: ['identifier'],
};

export const wordingRules: readonly WordingRule[] = [...SPELLING, ...PHRASES, LIMITS];

/**
 * Names that are given, with the reason. Patterns like those of the rules, matched against a whole text; `^` and `$`
 * limit them to an identifier.
 */
export const allowedNames: readonly string[] = [
  // The field of a model, the path of the license texts in the API, and their file beside the installed application.
  "^'?licence'?$",
  '^analyse$',
  '/about/licences',
  'third-party-licences\\.txt',
  // An error code of the API and of stored jobs, and the key of its text.
  "^'?cancelled'?$",
  '"error\\.cancelled"',
  // A field and a value in the stored data of scenes.
  "^'?colours'?$",
  "^'?grey'?$",
  // The error code of the API.
  'error\\.cancelled',
  // An event of webhooks, named by that code.
  'job\\.cancelled',
  // A field of the API and its column.
  'selected_?insights',
  // Names of Node, of browsers, of Electron, of electron-builder, and of Dependabot.
  "^'?(is|open|create)Directory'?$",
  '^webkitdirectory$',
  '^getDirectory(Handle)?$',
  '^FileSystemDirectory(Handle|Entry)$',
  '^directories$',
  '\\b(directory|directories):',
  // Terms of the formats of programs (PE) and of archives (zip), of POSIX, and of XDG.
  '(data|central) ?director(y|ies)',
  'directory entry',
  'XDG Base Directory',
  // A field of tools in the Model Context Protocol.
  '^annotations$',
  '\\btool\\.annotations\\b',
  '\\boffice:annotation\\b',
  // A judge of the Supreme Court, in a vocabulary.
  'Judge Lindqvist',
  // An error code of SQLite.
  'READONLY_DIRECTORY',
  // Words of users' questions.
  'color colour',
  'What colours?\\b',
  '\\bsummarise gist\\b',
];

/** Files that must contain the banned words, or that nobody here wrote. */
export const skippedFiles: readonly string[] = [
  'test/check/wording-rules.ts',
  // Migrations are frozen, comments in their SQL included.
  'src/db/migrations/002-corrections.ts',
  'src/db/migrations/003-reference-logos.ts',
  'src/modules/shared/text/stop-words.json',
  'test/check/wording.test.ts',
  'package-lock.json',
  'LICENSE',
];
